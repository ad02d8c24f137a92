import type { ReactNode } from 'react'
import { MeasureShape } from '#browser/charts/marks/measure-mark.tsx'
import { markText, ownPeriodSummary, ownSide } from '#browser/charts/own-figures.ts'
import { RankedPicture } from '#browser/charts/small/ranked-picture.tsx'
import { SmallBars } from '#browser/charts/small/small-bars.tsx'
import { Strip } from '#browser/charts/small/strip.tsx'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { emptyChartText, hasNothing, othersAbsenceText } from '#browser/charts/words/disclosure-text.ts'
import { MARK_NAMES, movementText, sidesText } from '#browser/charts/words/many-claims.ts'
import { plainSentence } from '#browser/charts/words/sentence.ts'
import type { AverageName } from '#contract/chart-data.ts'
import { filterSummary } from '#domain/figures/filters.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { countOf, formatCount, formatFullDay } from '#lib/format.ts'
import { BriefingAnnex } from './briefing-annex.tsx'
import { briefingLead, briefingSentence, definitionLine, statusText, talkText } from './briefing-words.ts'
import {
  BRIEFING_ORDER,
  CHARTS_ON_PAGE,
  pagesOf,
  planBriefing,
  type BriefedMeasure,
  type Briefing
} from './briefing.ts'

const ALL_LINES: readonly AverageName[] = ['Mean', 'Median', 'Q1', 'Q3']

/** Every page of a pack: the meeting, the measures, two charts a page, and the annex. */
export function BriefingPages(pack: Briefing) {
  const { measures, lists, talk } = planBriefing(pack.charts)
  const first = measures[0]?.chartView
  if (!first) return null
  const sheet = { pack, chartView: first }
  return (
    <>
      <FirstPage pack={pack} chartView={first} measures={measures} talk={talk} list={lists[0] ?? []} />
      {lists.slice(1).map((list, at) => (
        <BriefingSheet key={at} {...sheet} page={`Page ${2 + at}`}>
          <MeasureList list={list} title={at === 0 ? allMeasuresText(measures) : null} own={first.own} />
        </BriefingSheet>
      ))}
      {pagesOf(measures, CHARTS_ON_PAGE).map((pair, at) => (
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

const allMeasuresText = (measures: readonly BriefedMeasure[]): string =>
  measures.length === 1 ? 'The measure' : `All ${countOf(measures.length, 'measure')}`

const ownName = ({ own }: Pick<ChartView, 'own'>): string => own?.name ?? withTerms('All {submissions}')

interface BriefingSheetProps {
  pack: Briefing
  chartView: ChartView
  page: string
  /** In place of ward and status at the top. */
  head?: ReactNode
  children: ReactNode
}

/** A page with its head and foot; what it shows must fit A4 and Letter. */
function BriefingSheet({ pack, chartView, page, head, children }: BriefingSheetProps) {
  const { productName, programmeName, audience, recipient, madeAt, projectName } = pack
  return (
    <section className="page" aria-label={page}>
      {head ?? (
        <p className="page-head">
          <span>
            {ownName(chartView)}. {projectName} {chartView.period.time_period_name}
          </span>
          <span>{statusText(chartView)}</span>
        </p>
      )}
      {children}
      <p className="page-foot">
        <span>
          {productName}, {programmeName}. {audience === '' ? `Made for ${recipient}` : `For ${audience}`},{' '}
          {formatFullDay(madeAt)}.
        </span>
        <span>{page}</span>
      </p>
    </section>
  )
}

interface FirstPageProps {
  pack: Briefing
  chartView: ChartView
  measures: readonly BriefedMeasure[]
  talk: readonly BriefedMeasure[]
  list: readonly BriefedMeasure[]
}

function FirstPage({ pack, chartView, measures, talk, list }: FirstPageProps) {
  const { productName, programmeName, logo, projectName, audience, recipient, madeAt, since } = pack
  const { own, period } = chartView
  const claims = measures.flatMap(one => ownSide(one.chartView) ?? [])
  const changed = movementText(
    measures.flatMap(({ chartView: { data } }) => ownPeriodSummary(data, period.time_period_id)?.trend ?? []),
    since
  )
  const compared = measures.filter(({ mark }) => mark !== 'none').length
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
        <BriefingFact term="Status" text={statusText(chartView)} />
        <BriefingFact term="Made on" text={formatFullDay(madeAt)} />
        <BriefingFact term="Made by" text={recipient} />
        {audience !== '' && <BriefingFact term="For" text={audience} />}
      </dl>
      {own !== null && (
        <>
          <h2>
            {compared === 0
              ? 'Nothing to compare yet'
              : `${sidesText(claims, countOf(compared, 'measure'))}.`}
          </h2>
          <ul className="counts">
            {BRIEFING_ORDER.map(mark => {
              const count = measures.filter(one => one.mark === mark).length
              return (
                count > 0 && (
                  <li key={mark} className={`word ${mark}`}>
                    <MeasureShape mark={mark} />
                    {MARK_NAMES[mark]} {formatCount(count)}
                  </li>
                )
              )
            })}
          </ul>
          {changed !== null && <p>{changed}</p>}
        </>
      )}
      {talk.length > 0 && <TalkList talk={talk} own={ownName(chartView)} />}
      {list.length > 0 && <MeasureList list={list} title={allMeasuresText(measures)} own={own} />}
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
  return `${peerGroupName ?? withTerms('All other {submissions}')}, ${filters === '' ? 'no filters' : filters}`
}

const talkTitles = ['One', 'Two', 'Three']

function TalkList({ talk, own }: { talk: readonly BriefedMeasure[]; own: string }) {
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

interface MeasureListProps {
  list: readonly BriefedMeasure[]
  title: string | null
  own: ChartView['own']
}

function MeasureList({ list, title, own }: MeasureListProps) {
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
            <MeasureLineOfList key={one.chartView.data.chart.chart_id} measure={one} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function MeasureLineOfList({
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
