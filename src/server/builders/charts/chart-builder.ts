import type { InferOutput } from 'valibot'
import type { createChart as createChartContract } from '#contract/chart-builder.ts'
import { faultOfAxis, NO_TAB_FAULT } from '#domain/charts/chart-faults.ts'
import { requireProject } from '#server/auth/ownership.ts'
import { readStoredChart } from '#server/benchmarks/chart-rows.ts'
import { outputTypesOf, setOutputTypes } from '#server/benchmarks/output-types.ts'
import { bumpDataVersions } from '#server/database/data-version.ts'
import { lockRow } from '#server/database/locks.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { holdStructure } from '#server/database/structure-lock.ts'
import { requireFound, invalid } from '#server/http/api-error.ts'
import type { CallingUser } from '#server/http/caller.ts'
import { inTransaction, type RouteOf } from '#server/http/route.ts'
import { replaceParameters, requireParameters, selectParameters } from './chart-figures.ts'

type ChartBody = InferOutput<typeof createChartContract.body>
type ChartAppearance = Partial<Omit<ChartBody, 'project_id' | 'collection_id' | 'chart_parameters'>>

export function requireAscendingAxis(chart: Pick<ChartAppearance, 'axis_min' | 'axis_max'>): void {
  const fault = faultOfAxis(chart)
  if (fault) throw invalid(fault.field, fault.message)
}

const defaultAppearance = {
  unit: '',
  decimal_places: 1,
  direction: 'neutral' as const,
  target_value: null,
  axis_min: null,
  axis_max: null,
  definition_html: '',
  numerator_text: '',
  denominator_text: '',
  source_text: '',
  caveats_html: '',
  hidden_output_names: []
}

export const createChart: RouteOf<'createChart'> = inTransaction(async (tx, { body }, { caller, now }) => {
  const { programmeId } = caller
  const { chart_parameters, ...appearance } = body
  await requireProject(tx, programmeId, body.project_id)
  const structure = await holdStructure(tx, programmeId, body.project_id)
  await requireCollection(tx, programmeId, body.project_id, body.collection_id)
  requireAscendingAxis(body)
  const { chart_id } = await tx
    .insertInto('charts')
    .values({
      ...defaultAppearance,
      ...appearance,
      ...changedBy(caller, now),
      programme_id: programmeId,
      version: 1,
      is_active: true
    })
    .returning('chart_id')
    .executeTakeFirstOrThrow()
  const chart = { chart_id, project_id: body.project_id }
  if (chart_parameters) await replaceParameters(structure, chart, chart_parameters)
  await setTabs(tx, programmeId, chart_id)
  await bumpDataVersions(tx, programmeId, [body.project_id])
  return readStoredChart(tx, programmeId, chart_id)
})

export async function requireCollection(
  database: Database,
  programmeId: number,
  projectId: number,
  collectionId: number
): Promise<void> {
  const collection = await database
    .selectFrom('collections')
    .select('collection_id')
    .where(eb => eb.and({ programme_id: programmeId, collection_id: collectionId, project_id: projectId }))
    .executeTakeFirst()
  requireFound(collection, 'collection')
}

/** The tabs that suit the chart and are not hidden: a chart without any could not be opened. */
async function setTabs(tx: Tx, programmeId: number, chartId: number): Promise<void> {
  await setOutputTypes(tx, programmeId, [chartId])
  const tab = await outputTypesOf(tx, programmeId, chartId).limit(1).executeTakeFirst()
  if (!tab) throw invalid(NO_TAB_FAULT.field, NO_TAB_FAULT.message)
}

const changedBy = (caller: CallingUser, now: Date) => ({ updated_at: now, updated_by_user_id: caller.userId })

/** The change must be based on the current version, so that no change is overwritten unseen. */
export const updateChart: RouteOf<'updateChart'> = inTransaction(
  async (tx, { params, body }, { caller, now }) => {
    const { programmeId } = caller
    const { structure, chart: before } = await lockChart(tx, programmeId, params.id)
    const { version, chart_parameters, ...appearance } = body
    if (version !== before.version) throw invalid('version', 'someone else has changed the chart; reload it')
    requireAscendingAxis({ ...before, ...appearance })
    if (chart_parameters) await replaceParameters(structure, before, chart_parameters)
    else if (body.is_active && !before.is_active)
      // While it was retired, its questions could change.
      await requireParameters(
        structure,
        before.project_id,
        await selectParameters(tx, programmeId, params.id)
      )
    await tx
      .updateTable('charts')
      .set({ ...appearance, ...changedBy(caller, now), version: version + 1 })
      .where(eb => eb.and({ programme_id: programmeId, chart_id: params.id }))
      .execute()
    if (chart_parameters || body.hidden_output_names || body.statistic)
      await setTabs(tx, programmeId, params.id)
    await bumpDataVersions(tx, programmeId, [before.project_id])
    return readStoredChart(tx, programmeId, params.id)
  }
)

/**
 * Locks the chart, retired or not: of two changes of the same version only one can succeed. What it is calculated from cannot
 * change meanwhile.
 */
export async function lockChart(tx: Tx, programmeId: number, chartId: number) {
  const { project_id } = await readStoredChart(tx, programmeId, chartId)
  const structure = await holdStructure(tx, programmeId, project_id)
  await lockRow(tx, 'charts', programmeId, chartId, { forRemoval: true })
  return { structure, chart: await readStoredChart(tx, programmeId, chartId) }
}

export const deleteChart: RouteOf<'deleteChart'> = inTransaction(async (tx, { params }, { caller }) => {
  const { programmeId } = caller
  const { chart } = await lockChart(tx, programmeId, params.id)
  for (const table of [
    'chart_cache',
    'chart_parameters',
    'chart_group_memberships',
    'chart_output_types',
    'charts'
  ] as const) {
    await tx
      .deleteFrom(table)
      .where(eb => eb.and({ programme_id: programmeId, chart_id: params.id }))
      .execute()
  }
  await bumpDataVersions(tx, programmeId, [chart.project_id])
  return { chart_id: params.id }
})

/** Changed parameters are a new version of the charts: an edit based on the old version is refused. */
export async function recordChartVersions(
  tx: Tx,
  caller: CallingUser,
  now: Date,
  charts: readonly { chart_id: number; project_id: number }[]
): Promise<void> {
  const { programmeId } = caller
  for (const { chart_id } of charts) await setTabs(tx, programmeId, chart_id)
  await tx
    .updateTable('charts')
    .set(({ eb }) => ({ version: eb('version', '+', 1), ...changedBy(caller, now) }))
    .where('programme_id', '=', programmeId)
    .where(
      'chart_id',
      'in',
      charts.map(({ chart_id }) => chart_id)
    )
    .execute()
  await bumpDataVersions(
    tx,
    programmeId,
    charts.map(({ project_id }) => project_id)
  )
}
