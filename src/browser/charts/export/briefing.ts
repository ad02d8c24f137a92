// The briefing pack: chosen charts in one HTML file that works without a server or a connection.

import { formatValue } from '#browser/charts/labels/measure.ts'
import { ownFigures } from '#browser/charts/own-figures.ts'
import { plainSentence } from '#browser/charts/words/sentence.ts'
import { formatMoment } from '#lib/format.ts'
import { escapeMarkup } from '#lib/text/markup.ts'
import { exportFile } from './export-file.ts'
import type { ExportedChart } from './xlsx.ts'

export interface BriefedChart extends ExportedChart {
  /** The drawn chart as an SVG document; null where there is nothing to draw. */
  drawing: string | null
}

export interface Briefing {
  title: string
  recipient: string
  madeAt: string
  charts: readonly BriefedChart[]
}

const STYLE = `
  body { font: 15px/1.5 Inter, Arial, sans-serif; color: #1a1d21; max-width: 940px; margin: 32px auto; padding: 0 24px }
  h1 { font-size: 26px; margin: 0 0 4px } h2 { font-size: 20px; margin: 40px 0 6px }
  .meta, caption, th { color: #5b6472; font-size: 13px; font-weight: 400 } table { border-collapse: collapse; font-size: 13px; margin: 12px 0 }
  th, td { text-align: left; padding: 4px 14px 4px 0; border-bottom: 1px solid #e3e6eb; vertical-align: top } caption { text-align: left; padding-bottom: 2px }
  td.n { text-align: right; font-variant-numeric: tabular-nums } img { max-width: 100%; height: auto; border: 1px solid #e3e6eb; border-radius: 8px }
  @media print { body { margin: 0; max-width: none } section { break-before: page } section:first-of-type { break-before: auto } }`

// Nothing in the file may load anything or run, whatever texts it contains.
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

export function briefingHtml({ title, recipient, madeAt, charts }: Briefing): string {
  const contents = charts.map(
    ({ chartView }, index) =>
      `<tr><td><a href="#chart-${index + 1}">${escapeMarkup(chartView.measure.chart_name)}</a></td><td>${escapeMarkup(plainSentence(chartView))}</td></tr>`
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width">
<title>${escapeMarkup(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeMarkup(title)}</h1>
<p class="meta">Made ${escapeMarkup(formatMoment(madeAt))} for ${escapeMarkup(recipient)}.</p>
<table><caption>In this pack</caption>${contents.join('')}</table>
${charts.map(briefingSection).join('\n')}
</body>
</html>
`
}

function briefingSection({ chartView, context, drawing }: BriefedChart, index: number): string {
  const { measure, period } = chartView
  const sentence = plainSentence(chartView)
  // The picture has the sentence under its title.
  const picture =
    drawing === null
      ? `<p>${escapeMarkup(sentence)}</p>`
      : `<img alt="${escapeMarkup(sentence)}" src="data:image/svg+xml;base64,${base64(drawing)}">`
  const own = ownFigures(chartView).map(({ term, text: value }) => [term, value] as const)
  const facts = exportFile(chartView, context).facts.map(
    ([name, value]) =>
      [String(name), typeof value === 'number' ? formatValue(value, measure) : (value ?? '')] as const
  )
  return `<section id="chart-${index + 1}">
<h2>${escapeMarkup(`${measure.chart_name}, ${period.time_period_name}`)}</h2>
${picture}
${own.length === 0 ? '' : briefingTable('Own figures', own)}
${briefingTable('About these figures', facts)}
</section>`
}

const briefingTable = (caption: string, rows: readonly (readonly [string, string])[]): string =>
  `<table><caption>${escapeMarkup(caption)}</caption>${rows
    .filter(([, value]) => value !== '')
    .map(
      ([name, value]) => `<tr><th scope="row">${escapeMarkup(name)}</th><td>${escapeMarkup(value)}</td></tr>`
    )
    .join('')}</table>`

const base64 = (document: string): string =>
  btoa(Array.from(new TextEncoder().encode(document), byte => String.fromCharCode(byte)).join(''))
