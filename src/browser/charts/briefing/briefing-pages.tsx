import { MeasureShape } from '#browser/charts/marks/measure-mark.tsx'
import { RankedPicture } from '#browser/charts/small/ranked-picture.tsx'
import { emptyChartText, hasNothing } from '#browser/charts/words/disclosure-text.ts'
import { plainSentence } from '#browser/charts/words/sentence.ts'
import type { AverageName } from '#contract/chart-data.ts'
import { BriefingAnnex } from './briefing-annex.tsx'
import { BriefingFirstPage } from './briefing-first-page.tsx'
import { allMeasuresText, BriefingList } from './briefing-list.tsx'
import { BriefingSheet } from './briefing-sheet.tsx'
import { briefingLead, briefingSentence, definitionLine } from './briefing-words.ts'
import { CHARTS_ON_PAGE, dividePages, planBriefing, type BriefedMeasure, type Briefing } from './briefing.ts'

const ALL_LINES: readonly AverageName[] = ['Mean', 'Median', 'Q1', 'Q3']

/** Every page of a pack: the meeting, the measures, two charts a page, and the annex. */
export function BriefingPages(pack: Briefing) {
  const { measures, lists, talk } = planBriefing(pack.charts)
  const first = measures[0]?.chartView
  if (!first) return null
  const sheet = { pack, chartView: first }
  return (
    <>
      <BriefingFirstPage
        pack={pack}
        chartView={first}
        measures={measures}
        talk={talk}
        list={lists[0] ?? []}
      />
      {lists.slice(1).map((list, at) => (
        <BriefingSheet key={at} {...sheet} page={`Page ${2 + at}`}>
          <BriefingList list={list} title={at === 0 ? allMeasuresText(measures) : null} own={first.own} />
        </BriefingSheet>
      ))}
      {dividePages(measures, CHARTS_ON_PAGE).map((pair, at) => (
        <BriefingSheet key={at} {...sheet} page={`Page ${pair[0]?.page}`}>
          {pair.map(one => (
            <BriefedChart key={one.chartView.data.chart.chart_id} measure={one} />
          ))}
        </BriefingSheet>
      ))}
      <BriefingSheet {...sheet} page="Annex">
        <BriefingAnnex measures={measures} />
      </BriefingSheet>
    </>
  )
}

function BriefedChart({ measure: one }: { measure: BriefedMeasure }) {
  const { chartView, mark } = one
  const { data, measure, standing } = chartView
  const lead = briefingLead(chartView)
  return (
    <article id={`chart-${data.chart.chart_id}`} className="chart">
      <h2>{measure.chart_name}</h2>
      {lead !== null && (
        <p className="lead">
          <MeasureShape mark={mark} quarter={standing?.quarter ?? null} />
          {lead}
        </p>
      )}
      <p className="say">{hasNothing(chartView) ? emptyChartText(chartView) : briefingSentence(chartView)}</p>
      {!hasNothing(chartView) && (
        <RankedPicture
          chartView={chartView}
          averages={ALL_LINES}
          label={`${measure.chart_name}. ${plainSentence(chartView)}`}
          height={220}
        />
      )}
      <p className="define">{definitionLine(one)}</p>
    </article>
  )
}
