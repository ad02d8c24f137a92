import { MeasureShape } from '#browser/charts/marks/measure-mark.tsx'
import { ownPeriodSummary } from '#browser/charts/own-figures.ts'
import { SmallBars } from '#browser/charts/small/small-bars.tsx'
import { Strip } from '#browser/charts/small/strip.tsx'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { countMarks, MARK_NAMES, marksTitle, movementText } from '#browser/charts/words/many-claims.ts'
import { plainSentence } from '#browser/charts/words/sentence.ts'
import { filterSummary } from '#domain/figures/filters.ts'
import { formatCount, formatFullDay } from '#lib/format.ts'
import { allMeasuresText, BriefingList } from './briefing-list.tsx'
import { BriefingSheet, ownName } from './briefing-sheet.tsx'
import { figureStatus, talkText } from './briefing-words.ts'
import { BRIEFING_ORDER, type BriefedMeasure, type Briefing, type MarkedChart } from './briefing.ts'

interface BriefingFirstPageProps {
  pack: Briefing
  chartView: ChartView
  measures: readonly BriefedMeasure[]
  talk: readonly MarkedChart[]
  list: readonly BriefedMeasure[]
}

/** The page that is read aloud: who and when, what stands out, what to talk about, and what has changed. */
export function BriefingFirstPage({ pack, chartView, measures, talk, list }: BriefingFirstPageProps) {
  const { productName, programmeName, logo, projectName, audience, recipient, madeAt, since } = pack
  const { own, period } = chartView
  const changed = movementText(
    measures.flatMap(({ chartView: { data } }) => ownPeriodSummary(data, period.time_period_id)?.trend ?? []),
    since
  )
  const counts = countMarks(measures.map(({ mark }) => mark))
  return (
    <BriefingSheet
      pack={pack}
      chartView={chartView}
      page="Page 1"
      head={
        <p className="brand">
          {logo !== null && <img src={logo} alt="" width="30" height="30" />}
          <span>
            <b>{productName}</b>
            <small>{programmeName}</small>
          </span>
          <small>Briefing</small>
        </p>
      }
    >
      <h1>{ownName(chartView)}</h1>
      <p className="under">
        {projectName} {period.time_period_name}
        {own?.organisation && `, ${own.organisation}`}
      </p>
      <dl className="facts">
        <BriefingFact term="Period" text={period.time_period_name} />
        <BriefingFact term="Compared with" text={comparedText(chartView)} />
        <BriefingFact term="Status" text={figureStatus(chartView)} />
        <BriefingFact term="Made on" text={formatFullDay(madeAt)} />
        <BriefingFact term="Made by" text={recipient} />
        {audience !== '' && <BriefingFact term="For" text={audience} />}
      </dl>
      {own !== null && (
        <>
          <h2>{marksTitle(counts)}.</h2>
          <ul className="counts">
            {BRIEFING_ORDER.map(
              mark =>
                counts[mark] > 0 && (
                  <li key={mark} className={`word ${mark}`}>
                    <MeasureShape mark={mark} />
                    {MARK_NAMES[mark]} {formatCount(counts[mark])}
                  </li>
                )
            )}
          </ul>
          {changed !== null && <p>{changed}</p>}
        </>
      )}
      {talk.length > 0 && <TalkList talk={talk} own={ownName(chartView)} />}
      {list.length > 0 && <BriefingList list={list} title={allMeasuresText(measures)} own={own} />}
    </BriefingSheet>
  )
}

const BriefingFact = ({ term, text }: { term: string; text: string }) => (
  <div>
    <dt>{term}</dt>
    <dd>{text}</dd>
  </div>
)

function comparedText({ comparison: { peerGroupName }, data: { applied_filters } }: ChartView): string {
  const filters = filterSummary(applied_filters)
  return `${peerGroupName ?? 'All peers'}, ${filters === '' ? 'no filters' : filters}`
}

const talkTitles = ['One', 'Two', 'Three']

function TalkList({ talk, own }: { talk: readonly MarkedChart[]; own: string }) {
  return (
    <>
      <p className="part">
        <strong>{talkTitles[talk.length - 1]} to talk about</strong>
        <span className="quiet">Dark: {own}. Line: median of peers.</span>
      </p>
      {talk.map(one => {
        const { happened, instead } = talkText(one)
        return (
          <div key={one.chartView.data.chart.chart_id} className="talk">
            <div>
              <h3>
                <MeasureShape mark={one.mark} />
                {one.chartView.measure.chart_name}
                <span className={`word ${one.mark}`}>{MARK_NAMES[one.mark]}</span>
              </h3>
              <p>
                <strong>{happened}</strong> {instead}
              </p>
            </div>
            <SmallPicture chartView={one.chartView} />
          </div>
        )
      })}
    </>
  )
}

/** As on the dashboard: bars from 0 for amounts, a strip for shares. */
function SmallPicture({ chartView }: { chartView: ChartView }) {
  const { standing, others, comparison, measure } = chartView
  const own = standing?.value ?? null
  const label = plainSentence(chartView)
  return measure.unit === '%' || others.length === 0 ? (
    <Strip peers={others} own={own} averages={comparison.averages} label={label} />
  ) : (
    <SmallBars peers={others} own={own} median={comparison.averages?.Median ?? null} label={label} />
  )
}
