import { MeasureShape } from '#browser/charts/marks/measure-mark.tsx'
import { Strip } from '#browser/charts/small/strip.tsx'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { othersAbsenceText } from '#browser/charts/words/disclosure-text.ts'
import { markText } from '#browser/charts/words/many-claims.ts'
import { plainSentence } from '#browser/charts/words/sentence.ts'
import { countOf } from '#lib/format.ts'
import type { BriefedMeasure } from './briefing.ts'

export const allMeasuresText = (measures: readonly BriefedMeasure[]): string =>
  measures.length === 1 ? 'The measure' : `All ${countOf(measures.length, 'measure')}`

interface BriefingListProps {
  list: readonly BriefedMeasure[]
  title: string | null
  own: ChartView['own']
}

export function BriefingList({ list, title, own }: BriefingListProps) {
  return (
    <div className="measures">
      {title !== null && (
        <p className="part">
          <strong>{title}</strong>
        </p>
      )}
      <table>
        <thead>
          <tr>
            <th scope="col">Measure</th>
            {own && (
              <th scope="col" className="num">
                {own.name}
              </th>
            )}
            <th scope="col" className="num median">
              Median
            </th>
            <th scope="col" className="among">
              Among peers
            </th>
            {own && <th scope="col">Verdict</th>}
            <th scope="col" className="num on-page">
              Page
            </th>
          </tr>
        </thead>
        <tbody>
          {list.map(one => (
            <BriefingListLine key={one.chartView.data.chart.chart_id} measure={one} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function BriefingListLine({
  measure: { chartView, mark, value, median, page }
}: {
  measure: BriefedMeasure
}) {
  const { data, measure, own, others, comparison, standing } = chartView
  return (
    <tr>
      <th scope="row">
        <a href={`#chart-${data.chart.chart_id}`}>{measure.chart_name}</a>{' '}
        <span className="unit">{measure.unit}</span>
      </th>
      {own && <td className="num own">{value ?? (own.isHeldBack ? 'not shown' : 'no data')}</td>}
      <td className="num median">{median ?? 'not shown'}</td>
      <td className="among">
        {othersAbsenceText(chartView) === null && (
          <Strip
            peers={others}
            own={standing?.value ?? null}
            averages={comparison.averages}
            label={plainSentence(chartView)}
            height={20}
          />
        )}
      </td>
      {own && (
        <td>
          {mark !== 'none' && (
            <span className={`word ${mark}`}>
              <MeasureShape mark={mark} quarter={standing?.quarter ?? null} />
              {markText(chartView)}
            </span>
          )}
        </td>
      )}
      <td className="num on-page">{page}</td>
    </tr>
  )
}
