import { formatFigure } from '#browser/charts/labels/measure.ts'
import { ownMark } from '#browser/charts/own-figures.ts'
import { intervalMethods, QUARTILE_NAMES, VERDICT_METHOD } from '#browser/charts/words/claims.ts'
import { wholeBlocksText } from '#browser/charts/words/disclosure-text.ts'
import { chanceText } from '#browser/charts/words/many-claims.ts'
import { provisionalText } from '#domain/figures/provisional.ts'
import { formatCount, formatMoment } from '#lib/format.ts'
import { textOfHtml } from '#lib/text/markup.ts'
import type { BriefedMeasure } from './briefing.ts'

/** How the figures were worked out, each once, and where they can be looked up: all that need not be read aloud. */
export function BriefingAnnex({ measures }: { measures: readonly BriefedMeasure[] }) {
  return (
    <div className="annex">
      <h2>Annex: figures, definitions and method</h2>
      <h3>Figures</h3>
      {/* Focusable, so that keyboards can scroll it in a narrow window. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="scroll" role="region" aria-label="Table of figures" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Measure</th>
              {['Value', 'Rank', 'n', 'Mean', 'Median', QUARTILE_NAMES.Q1, QUARTILE_NAMES.Q3].map(name => (
                <th key={name} scope="col" className="num">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {measures.map(one => (
              <FiguresLine key={one.chartView.data.chart.chart_id} {...one} />
            ))}
          </tbody>
        </table>
      </div>
      <h3>Definitions</h3>
      <ul>
        {measures.map(one => (
          <li key={one.chartView.data.chart.chart_id}>
            <strong>{one.chartView.measure.chart_name}</strong>. {definitionText(one)}
          </li>
        ))}
      </ul>
      <h3>Method</h3>
      <ul>
        {methodTexts(measures).map(text => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <h3>Links</h3>
      <ul>
        {measures.map(({ chartView: { data, measure }, context: { link } }) => (
          <li key={data.chart.chart_id}>
            {measure.chart_name}: <a href={link}>{link}</a>. Check code {data.digest}.
          </li>
        ))}
      </ul>
    </div>
  )
}

function FiguresLine({ chartView }: BriefedMeasure) {
  const { measure, standing, comparison } = chartView
  const { n = null, Mean = null, Median = null, Q1 = null, Q3 = null } = comparison.averages ?? {}
  const figures = [standing?.value ?? null, Mean, Median, Q1, Q3].map(figure =>
    figure === null ? '' : formatFigure(figure, measure.decimal_places)
  )
  const rank =
    standing === null || standing.rank === null
      ? ''
      : `${formatCount(standing.rank)} of ${formatCount(standing.rankOf)}`
  const cells = [figures[0], rank, n === null ? '' : formatCount(n), ...figures.slice(1)]
  return (
    <tr>
      <th scope="row">
        {measure.chart_name} <span className="unit">{measure.unit}</span>
      </th>
      {cells.map((text, at) => (
        <td key={at} className="num">
          {text}
        </td>
      ))}
    </tr>
  )
}

function definitionText({ context: { metaData } }: BriefedMeasure): string {
  if (metaData === null) return 'The definition could not be loaded.'
  const { definition_html, numerator_text, denominator_text, source_text, caveats_html } = metaData
  const terms = [
    ['', textOfHtml(definition_html)],
    ['Numerator: ', numerator_text],
    ['Denominator: ', denominator_text],
    ['Source: ', source_text],
    ['Notes: ', textOfHtml(caveats_html)]
  ] as const
  return terms
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `${name}${text}`.replace(/[^.!?]$/, '$&.'))
    .join(' ')
}

/** Each once, in whichever measures it applies. */
function methodTexts(measures: readonly BriefedMeasure[]): string[] {
  const views = measures.map(({ chartView }) => chartView)
  const methods = views.flatMap(({ data }) => intervalMethods[data.chart.statistic] ?? [])
  const tested = views.filter(view => ownMark(view).isTested).length
  const texts = [
    ...(methods.length === 0 ? [] : [VERDICT_METHOD]),
    ...methods.map(method => `Intervals: ${method}.`),
    chanceText(tested),
    'Quartiles are linear (R type 7).',
    ...views.flatMap(view => [
      view.data.suppression.rule_text,
      wholeBlocksText(view),
      view.provisional && `${provisionalText({ ...view.provisional, value_count: null })}.`,
      `Calculated ${formatMoment(view.data.calculated_at)}.`
    ])
  ]
  return [...new Set(texts.filter(text => text !== null && text !== ''))] as string[]
}
