// The pages that are timed: ours, two that do the least, and what others would take.

import { fileURLToPath } from 'node:url'
import type { BenchPage } from '#tests/bench/peer-pages.ts'

export const here: string = fileURLToPath(new URL('./', import.meta.url))

export interface EntryPage extends BenchPage {
  /** Its first cell. */
  cell: string
}

export const pages: EntryPage[] = [
  { name: 'section form, alone', script: 'pages/own.tsx', cell: '[role=grid] input' },
  { name: 'section form, saving', script: 'pages/own.tsx', query: '&saving', cell: '[role=grid] input' },
  { name: 'plain DOM page', script: 'pages/plain.ts', cell: 'input' },
  { name: 'plain, content-visibility', script: 'pages/plain.ts', query: '&contained', cell: 'input' },
  { name: 'bare React grid', script: 'pages/bare-grid.tsx', cell: 'input' },
  { name: 'react-hook-form', script: 'peers/hook-form.jsx', cell: 'input', isPeer: true },
  { name: 'survey-react-ui', script: 'peers/survey.jsx', cell: 'input', isPeer: true },
  { name: '@rjsf/core', script: 'peers/rjsf.jsx', cell: 'input', isPeer: true },
  { name: '@formio/js', script: 'peers/formio.js', cell: 'input[type=text]', isPeer: true },
  { name: '@getodk/web-forms', script: 'peers/odk.js', cell: 'input', isPeer: true }
]
