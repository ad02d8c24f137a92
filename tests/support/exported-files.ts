// All exports of a chart's page, as texts that an attacker could search.

import { strFromU8, unzipSync } from 'fflate'
import { drawnKinds } from '#browser/charts/drawn-kinds.ts'
import { chartCsv } from '#browser/charts/export/csv.ts'
import { chartEvidence, packEvidence, unpackEvidence } from '#browser/charts/export/evidence.ts'
import { chartsXlsx } from '#browser/charts/export/xlsx.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { briefingFile } from './briefing-pack.ts'
import { drawContext } from './draw-context.ts'

const context = { recipient: 'the attacker', link: 'https://wards.example/', metaData: null }

export function exportedTexts(chartView: ChartView): Record<string, string> {
  const chart = { chartView, context }
  const sheets = Object.entries(unzipSync(chartsXlsx([chart, chart])))
  const drawn = Object.values(drawnKinds).flatMap(kind =>
    kind.is === 'figure' ? [JSON.stringify(kind.figure(chartView, drawContext))] : []
  )
  return {
    CSV: chartCsv(chartView, context),
    XLSX: sheets.map(([name, content]) => name + strFromU8(content)).join('\n'),
    // SVG and PNG are what a browser draws of these, and say nothing else.
    'SVG and PNG': drawn.join('\n'),
    HTML: briefingFile([chart]),
    evidence: JSON.stringify(unpackEvidence(packEvidence(chartEvidence(chartView, 'attacker'))))
  }
}
