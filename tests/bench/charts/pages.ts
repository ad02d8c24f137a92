// The pages that are timed: our chart without the screen around it, plotly with nothing around it, a canvas that is drawn by hand, and what
// others would take.

import { fileURLToPath } from 'node:url'
import type { BenchPage } from '#tests/bench/peer-pages.ts'

export const here: string = fileURLToPath(new URL('./', import.meta.url))

export const OWN = 'our chart, alone'
export const PARTIAL = 'plotly partial, bare'
export const FULL = 'full plotly, react-plotly'
export const ECHARTS = 'echarts'
export const CANVAS = 'canvas by hand'

export const pages: BenchPage[] = [
  { name: OWN, script: 'pages/own.tsx' },
  { name: PARTIAL, script: 'pages/partial.ts' },
  { name: CANVAS, script: 'pages/canvas.ts' },
  { name: FULL, script: 'peers/full-plotly.jsx', isPeer: true },
  { name: ECHARTS, script: 'peers/echarts.js', isPeer: true },
  { name: 'chart.js', script: 'peers/chartjs.js', isPeer: true },
  { name: 'recharts', script: 'peers/recharts.jsx', isPeer: true },
  { name: 'nivo', script: 'peers/nivo.jsx', isPeer: true }
]
