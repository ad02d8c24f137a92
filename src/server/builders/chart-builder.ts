import type { InferOutput } from 'valibot'
import type { createChart as createChartContract } from '#contract/chart-builder.ts'
import { groupSlug } from './group-slug.ts'
import { bumpChartVersion } from './chart-changes.ts'
import type { Tx } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import { lockRow } from '../database/locks.ts'
import { requireProject } from '../auth/ownership.ts'
import { found, invalid } from '../http/api-error.ts'
import type { RouteOf } from '../http/route.ts'
import { chartFields } from '../benchmarks/charts.ts'
import { setOutputTypes } from '../benchmarks/output-types.ts'

const COLLECTION_LIMIT = 500

const collectionFields = [
  'collection_id',
  'collection_name',
  'project_id',
  'explorer_type',
  'display_order',
  'is_dashboard'
] as const

export const listCollections: RouteOf<'listCollections'> = async ({ query }, { database, caller }) => {
  await requireProject(database, caller.programmeId, query.project_id)
  const { is_dashboard } = query
  const collections = await database
    .selectFrom('collections')
    .select(collectionFields)
    .where('programme_id', '=', caller.programmeId)
    .where('project_id', '=', query.project_id)
    .$if(is_dashboard !== undefined, rows => rows.where('is_dashboard', '=', is_dashboard ?? false))
    .orderBy('explorer_type')
    .orderBy('display_order')
    .orderBy('collection_id')
    .limit(COLLECTION_LIMIT)
    .execute()
  return { collections }
}

/** A new collection has one group. Repeating the name in the same explorer type adds another group to the collection. */
export const createCollection: RouteOf<'createCollection'> = async ({ body }, { database, caller }) =>
  transaction(database, async tx => {
    const { programmeId } = caller
    await lockRow(tx, 'projects', programmeId, body.project_id)
    const project = await requireProject(tx, programmeId, body.project_id)
    if (!project.explorer_types.some(({ explorer_type }) => explorer_type === body.explorer_type)) {
      throw invalid('explorer_type', 'is not an explorer type of this project')
    }
    const collection =
      (await existingCollection(tx, programmeId, body)) ?? (await insertCollection(tx, programmeId, body))
    const name = body.group_name ?? body.collection_name
    const groups = await groupsOf(tx, programmeId, collection.collection_id)
    if (groups.some(group => group.group_name === name))
      throw invalid('group_name', 'is the name of a group in this collection already')
    await tx
      .insertInto('chart_groups')
      .values({
        programme_id: programmeId,
        collection_id: collection.collection_id,
        group_name: name,
        group_slug: await groupSlug(tx, programmeId, body.project_id, name),
        display_order: Math.max(0, ...groups.map(group => group.display_order)) + 1
      })
      .execute()
    await bumpChartVersion(tx, programmeId, body.project_id)
    return collection
  })

interface CollectionFields {
  project_id: number
  collection_name: string
  explorer_type: string
  display_order?: number | undefined
  is_dashboard: boolean
}

function existingCollection(tx: Tx, programmeId: number, body: CollectionFields) {
  return tx
    .selectFrom('collections')
    .select(collectionFields)
    .where('programme_id', '=', programmeId)
    .where('project_id', '=', body.project_id)
    .where('explorer_type', '=', body.explorer_type)
    .where('collection_name', '=', body.collection_name)
    .orderBy('collection_id')
    .limit(1)
    .executeTakeFirst()
}

async function insertCollection(tx: Tx, programmeId: number, body: CollectionFields) {
  const { last } = await tx
    .selectFrom('collections')
    .select(({ fn }) => fn.max('display_order').as('last'))
    .where('programme_id', '=', programmeId)
    .where('project_id', '=', body.project_id)
    .where('explorer_type', '=', body.explorer_type)
    .executeTakeFirstOrThrow()
  return tx
    .insertInto('collections')
    .values({
      programme_id: programmeId,
      project_id: body.project_id,
      collection_name: body.collection_name,
      explorer_type: body.explorer_type,
      display_order: body.display_order ?? (last ?? 0) + 1,
      is_dashboard: body.is_dashboard
    })
    .returning(collectionFields)
    .executeTakeFirstOrThrow()
}

function groupsOf(tx: Tx, programmeId: number, collectionId: number) {
  return tx
    .selectFrom('chart_groups')
    .select(['group_name', 'display_order'])
    .where('programme_id', '=', programmeId)
    .where('collection_id', '=', collectionId)
    .execute()
}

type ChartAppearance = Partial<
  Omit<InferOutput<typeof createChartContract.body>, 'project_id' | 'collection_id'>
>

function requireAscendingAxis({ axis_min, axis_max }: Pick<ChartAppearance, 'axis_min' | 'axis_max'>): void {
  if (typeof axis_min === 'number' && typeof axis_max === 'number' && axis_min >= axis_max) {
    throw invalid('axis_min', 'must be below axis_max')
  }
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
  caveats_html: ''
}

export const createChart: RouteOf<'createChart'> = async ({ body }, { database, caller }) =>
  transaction(database, async tx => {
    const { programmeId } = caller
    await requireProject(tx, programmeId, body.project_id)
    const collection = await tx
      .selectFrom('collections')
      .select('collection_id')
      .where('programme_id', '=', programmeId)
      .where('collection_id', '=', body.collection_id)
      .where('project_id', '=', body.project_id)
      .executeTakeFirst()
    found(collection, 'collection')
    requireAscendingAxis(body)
    const chart = await tx
      .insertInto('charts')
      .values({ ...defaultAppearance, ...body, programme_id: programmeId, version: 1, is_active: true })
      .returning(chartFields)
      .executeTakeFirstOrThrow()
    await setOutputTypes(tx, programmeId, [chart.chart_id])
    await bumpChartVersion(tx, programmeId, body.project_id)
    return chart
  })

/** The change must be based on the current version, so that no change is overwritten unseen. */
export const updateChart: RouteOf<'updateChart'> = async ({ params, body }, { database, caller }) =>
  transaction(database, async tx => {
    const { programmeId } = caller
    const before = await lockChart(tx, programmeId, params.id)
    const { version, ...look } = body
    if (version !== before.version)
      throw invalid('version', 'the chart was changed by someone else since; load it again')
    requireAscendingAxis({ ...before, ...look })
    const chart = await tx
      .updateTable('charts')
      .set({ ...look, version: version + 1 })
      .where('programme_id', '=', programmeId)
      .where('chart_id', '=', params.id)
      .returning(chartFields)
      .executeTakeFirstOrThrow()
    await bumpChartVersion(tx, programmeId, chart.project_id)
    return chart
  })

/** The chart for this transaction alone: of two changes of the same version only one can be the next. */
export async function lockChart(tx: Tx, programmeId: number, chartId: number) {
  await lockRow(tx, 'charts', programmeId, chartId, { forRemoval: true })
  const chart = await tx
    .selectFrom('charts')
    .select(chartFields)
    .where('programme_id', '=', programmeId)
    .where('chart_id', '=', chartId)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return found(chart, 'chart')
}

export const deleteChart: RouteOf<'deleteChart'> = async ({ params }, { database, caller }) =>
  transaction(database, async tx => {
    const { programmeId } = caller
    const chart = await lockChart(tx, programmeId, params.id)
    for (const table of [
      'chart_cache',
      'chart_parameters',
      'chart_group_memberships',
      'chart_output_types',
      'charts'
    ] as const) {
      await tx
        .deleteFrom(table)
        .where('programme_id', '=', programmeId)
        .where('chart_id', '=', params.id)
        .execute()
    }
    await bumpChartVersion(tx, programmeId, chart.project_id)
    return { chart_id: params.id }
  })
