// The figures of an edition as charts serve them to everyone: to a reader without an organisation, who sees no more than any member.

import { sql } from 'kysely'
import { AverageName, type ChartAverages, type ChartSeries } from '#contract/chart-data.ts'
import type { Chart } from '#contract/charts.ts'
import { partCodes } from '#domain/exports/part-codes.ts'
import { ROLE } from '#domain/people/roles.ts'
import { figuresOf } from '#server/benchmarks/chart-data/figures.ts'
import { openComparison } from '#server/benchmarks/chart-data/open-comparison.ts'
import { restrictedComparison } from '#server/benchmarks/chart-data/restricted-comparison.ts'
import { EVERYONE, selectionOf, type ChartSelection } from '#server/benchmarks/chart-data/selection.ts'
import type { SeriesPlan } from '#server/benchmarks/chart-data/series.ts'
import { openSource } from '#server/benchmarks/editions/sources.ts'
import type { Tx } from '#server/database/schema.ts'
import type { CallingUser } from '#server/http/caller.ts'
import type { ReleasedEdition } from './released-editions.ts'

/** A series of a chart in a selection of everyone. */
export interface PublishedSeries {
  code: string
  plan: SeriesPlan
  /** Of everyone; undefined where they are not shown. */
  averages: ChartAverages | undefined
  /** Whether there are figures, but of too few organisations. */
  isHeldBack: boolean
  runs: ChartSeries['runs']
}

export interface PublishedChart {
  code: string
  selection: ChartSelection
  series: PublishedSeries[]
}

/** Every chart that shows the period, by name. */
export async function publishedCharts(
  tx: Tx,
  edition: ReleasedEdition,
  caller: CallingUser,
  now: Date
): Promise<PublishedChart[]> {
  const charts = await chartsOfPeriod(tx, edition)
  const codes = partCodes(charts.map(({ chart_name }) => ({ name: chart_name, isActive: true })))
  const published: PublishedChart[] = []
  for (const [index, { chart_id }] of charts.entries()) {
    const selection = atEdition(await selectionOfEveryone(tx, edition, caller, chart_id, now), edition)
    published.push({ code: codes[index] ?? '', selection, series: await comparedSeries(tx, selection) })
  }
  return published
}

const chartsOfPeriod = (
  tx: Tx,
  { programmeId, projectId, timePeriodId }: ReleasedEdition
): Promise<Pick<Chart, 'chart_id' | 'chart_name'>[]> =>
  tx
    .selectFrom('charts as h')
    .select(['h.chart_id', 'h.chart_name'])
    .where(eb => eb.and({ 'h.programme_id': programmeId, 'h.project_id': projectId, 'h.is_active': true }))
    .where(is => is.or([is('h.time_period_id', 'is', null), is('h.time_period_id', '=', timePeriodId)]))
    // Without a tab a chart shows nothing.
    .where(is =>
      is.exists(
        is
          .selectFrom('chart_output_types as c')
          .select('c.chart_id')
          .where('c.programme_id', '=', programmeId)
          .whereRef('c.chart_id', '=', 'h.chart_id')
      )
    )
    .orderBy(sql`h.chart_name collate "C"`)
    .orderBy('h.chart_id')
    .execute()

/**
 * For members of one of its organisations a set has one organisation fewer than for a reader without one, so it must have one more than the minimum. Blocks of
 * strict projects already do.
 */
async function selectionOfEveryone(
  tx: Tx,
  { projectId, timePeriodId }: ReleasedEdition,
  caller: CallingUser,
  chartId: number,
  now: Date
): Promise<ChartSelection> {
  const selection = await selectionOf(
    tx,
    { ...caller, roleTypeId: ROLE.viewer, organisationId: null },
    chartId,
    0,
    [],
    {
      ...EVERYONE,
      project_id: projectId,
      time_period_id: timePeriodId,
      averages: [...AverageName.options],
      ignore_cache: true
    },
    now
  )
  const { project } = selection
  return { ...selection, project: { ...project, minimum_count: project.minimum_count + 1 } }
}

/** The selection at an edition, which need not be the newest. */
export function atEdition(
  selection: ChartSelection,
  { timePeriodId, facts }: ReleasedEdition
): ChartSelection {
  const ofPeriod = selection.sources.flatMap(({ timePeriodId: id, edition, earlierEditions }) =>
    id === timePeriodId && edition !== null ? [...earlierEditions, edition] : []
  )
  return {
    ...selection,
    previousPeriods: new Map(),
    sources: [
      {
        timePeriodId,
        edition: ofPeriod.find(one => one.edition_number === facts.editionNumber) ?? null,
        earlierEditions: ofPeriod.filter(one => one.edition_number < facts.editionNumber),
        others: 'edition'
      }
    ]
  }
}

/** Series one by one where they do not depend on each other, so that the figures of only one are in memory. */
export async function comparedSeries(tx: Tx, selection: ChartSelection): Promise<PublishedSeries[]> {
  const { reader, series } = selection
  const compared: ChartSeries[] = []
  if (reader.kind === 'restricted')
    compared.push(...(await restrictedComparison(tx, selection, reader, series)).parts.series)
  else
    for (const plan of series)
      compared.push(...(await openComparison(tx, selection, reader, [plan], 0)).parts.series)
  const codes = partCodes(series.map(({ name }) => ({ name, isActive: true })))
  return series.map((plan, index) => {
    const everyone = compared[index]?.averages.find(({ basis }) => basis === 'all')
    const isHeldBack = everyone?.is_suppressed === true && everyone.n !== 0
    return {
      code: codes[index] ?? '',
      plan,
      averages: everyone?.is_suppressed === false && everyone.n !== null ? everyone : undefined,
      isHeldBack,
      runs: compared[index]?.runs ?? []
    }
  })
}

/** The figures of a series by submission; none in strict projects. */
export async function publishedFigures(
  tx: Tx,
  selection: ChartSelection,
  plan: SeriesPlan
): Promise<ReadonlyMap<number, number>> {
  const { reader } = selection
  if (reader.kind === 'restricted') return new Map()
  const figures = (await figuresOf(tx, openSource(selection, null), [plan])).openTo(reader, plan.displayOrder)
  return new Map([...figures].flatMap(([id, { value }]) => (value === null ? [] : [[id, value]])))
}
