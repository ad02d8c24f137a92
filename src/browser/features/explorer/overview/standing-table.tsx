import { Link } from 'wouter'
import { formatValue, directionText } from '#browser/charts/labels/measure.ts'
import { markTones, MeasureShape } from '#browser/charts/marks/measure-mark.tsx'
import { chanceText, MARK_NAMES, NOTHING_STANDS_OUT } from '#browser/charts/words/many-claims.ts'
import type { ChartGroup, GroupChart } from '#browser/features/explorer/groups.ts'
import { Skeleton } from '#browser/ui/skeleton.tsx'
import { countOf } from '#lib/format.ts'
import { MARK_ORDER, type GroupStanding, type MarkedMeasure, type Standing } from './group-standing.ts'
import type { StandOutFigure } from './other-standings.ts'

export interface StandingLinks {
  groupHref: (group: ChartGroup) => string
  chartHref: (group: ChartGroup, chart: GroupChart) => string
}

export const STANDING_ROW =
  'grid gap-x-4 gap-y-2 items-center px-4 py-2 min-h-14 md:grid-cols-[minmax(0,11rem)_minmax(0,15rem)_minmax(0,1fr)_minmax(0,1fr)] xl:grid-cols-[minmax(0,11rem)_minmax(0,19rem)_minmax(0,1fr)_minmax(0,1fr)]'

/** One row for each group, with a mark for each measure and what stands out. */
export function StandingTable({ standing, ...links }: StandingLinks & { standing: Standing }) {
  const chance = chanceText(standing.testedCount)
  return (
    <section aria-label="Groups">
      <div className="card overflow-hidden">
        <div aria-hidden="true" className={`${STANDING_ROW} min-h-0! max-md:hidden text-tiny text-ink-3`}>
          <span>Group</span>
          <span>Each measure</span>
          <span>Stands out most</span>
        </div>
        <ul>
          {standing.groups.map(row => (
            <StandingRow key={row.group.chart_group_id} row={row} {...links} />
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 mt-2.5 text-tiny text-ink-2">
        {MARK_ORDER.map(mark => (
          <span key={mark} className="inline-flex items-center gap-1.5">
            <MeasureShape mark={mark} quarter={2} />
            {MARK_NAMES[mark]}
            {mark === 'position' && ': which quarter of peers'}
          </span>
        ))}
        {!standing.isLoading && chance !== null && <span className="ml-auto">{chance}</span>}
      </div>
    </section>
  )
}

function StandingRow({ row, groupHref, chartHref }: StandingLinks & { row: GroupStanding }) {
  const { group, measures, standOut } = row
  return (
    <li className={`${STANDING_ROW} border-0 border-t border-solid border-line max-md:first:border-t-0`}>
      <div>
        <h2 className="text-body">
          <Link href={groupHref(group)} className="text-ink">
            {group.group_name}
          </Link>
        </h2>
        <span className="text-small text-ink-3">{countOf(group.charts.length, 'measure')}</span>
      </div>
      <ul aria-label="Each measure" className="flex flex-wrap -ml-1.5">
        {measures.map(measure => (
          <li key={measure.chart.chart_id}>
            <MarkLink measure={measure} href={chartHref(group, measure.chart)} />
          </li>
        ))}
      </ul>
      {standOut.length === 0 ? (
        <p className="text-small text-ink-2 md:col-span-2">{emptyText(measures)}</p>
      ) : (
        standOut.map(measure => (
          <StandOutLink
            key={measure.chart.chart_id}
            measure={measure}
            href={chartHref(group, measure.chart)}
          />
        ))
      )}
    </li>
  )
}

function emptyText(measures: readonly MarkedMeasure[]): string {
  if (measures.some(({ judged, error }) => judged === null && error === null)) return ''
  const failed = measures.filter(({ error }) => error !== null).length
  const empty = measures.filter(({ judged }) => judged?.mark === 'none').length
  if (failed > 0) return `${countOf(failed, 'measure')} could not be loaded`
  if (empty === measures.length) return 'No data'
  return empty === 0 ? NOTHING_STANDS_OUT : `${NOTHING_STANDS_OUT}. No data on ${empty}`
}

function MarkLink({
  measure: { chart, judged, row, error },
  href
}: {
  measure: MarkedMeasure
  href: string
}) {
  const mark = judged?.mark ?? 'none'
  const word =
    error !== null
      ? 'not loaded'
      : (row?.quarterText && mark === 'position' && row.quarterText) || MARK_NAMES[mark]
  const name = `${chart.chart_name}: ${word}`
  if (judged === null && error === null) return <Skeleton className="h-3 w-3 m-1.5 rounded-full" />
  return (
    <Link href={href} aria-label={name} title={name} className="grid place-items-center min-w-6 h-6 px-1.5">
      <MeasureShape mark={mark} quarter={row?.quarter ?? null} />
    </Link>
  )
}

function StandOutLink({ measure: { judged, row }, href }: { measure: MarkedMeasure; href: string }) {
  const own = row?.chartView.own
  return judged && row && own ? (
    <StandOut chartView={row.chartView} entry={own} mark={judged.mark} href={href} />
  ) : null
}

/** A measure with its mark, value and mean; a link if it has an address. */
export function StandOut({ chartView, entry, mark, href }: StandOutFigure & { href?: string }) {
  const { measure, comparison } = chartView
  const { pooled = null, Median = null } = comparison.averages ?? {}
  const middle =
    pooled !== null
      ? `mean ${formatValue(pooled.mean, measure)}`
      : Median !== null
        ? `median ${formatValue(Median, measure)}`
        : null
  const parts = [
    formatValue(entry.value ?? 0, measure),
    middle,
    directionText[measure.direction].toLowerCase().replace('.', '')
  ]
  return (
    <div className="grid grid-cols-[12px_minmax(0,1fr)] gap-x-2">
      <span className="mt-1">
        <MeasureShape mark={mark} />
      </span>
      <div>
        {href === undefined ? (
          <span className="font-medium">{measure.chart_name}</span>
        ) : (
          <Link href={href} className="font-medium text-ink">
            {measure.chart_name}
          </Link>
        )}
        <p className="text-small text-ink-2 tabular-nums">
          <span className={`font-medium ${markTones[mark]}`}>{MARK_NAMES[mark]}</span>{' '}
          {parts.filter(Boolean).join(', ')}
        </p>
      </div>
    </div>
  )
}
