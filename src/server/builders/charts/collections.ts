import { contentLimits } from '#contract/list-limits.ts'
import { GROUP_NAME_FAULT } from '#domain/charts/chart-faults.ts'
import { foldedText } from '#lib/text/text-characters.ts'
import { requireProject } from '#server/auth/ownership.ts'
import { bumpDataVersions } from '#server/database/data-version.ts'
import { lockRow } from '#server/database/locks.ts'
import type { Tx } from '#server/database/schema.ts'
import { invalid, requireRoom } from '#server/http/api-error.ts'
import { inTransaction, type RouteOf } from '#server/http/route.ts'
import { groupSlug } from './group-slug.ts'

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
    .where(eb => eb.and({ programme_id: caller.programmeId, project_id: query.project_id }))
    .$if(is_dashboard !== undefined, rows => rows.where('is_dashboard', '=', is_dashboard ?? false))
    .orderBy('explorer_type')
    .orderBy('display_order')
    .orderBy('collection_id')
    .limit(contentLimits.collections.most)
    .execute()
  return { collections }
}

/** A new collection has one group. Repeating the name in the same explorer type adds another group to the collection. */
export const createCollection: RouteOf<'createCollection'> = inTransaction(
  async (tx, { body }, { caller }) => {
    const { programmeId } = caller
    await lockRow(tx, 'projects', programmeId, body.project_id)
    const project = await requireProject(tx, programmeId, body.project_id)
    if (!project.explorer_types.some(({ explorer_type }) => explorer_type === body.explorer_type)) {
      throw invalid('explorer_type', 'is not an explorer type of this project')
    }
    const collection =
      (await existingCollection(tx, programmeId, body)) ?? (await insertCollection(tx, programmeId, body))
    const name = body.group_name ?? body.collection_name
    const groups = await collectionGroups(tx, programmeId, collection.collection_id)
    if (groups.some(group => foldedText(group.group_name) === foldedText(name)))
      throw invalid('group_name', GROUP_NAME_FAULT)
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
    await bumpDataVersions(tx, programmeId, [body.project_id])
    return collection
  }
)

interface CollectionFields {
  project_id: number
  collection_name: string
  explorer_type: string
  display_order?: number | undefined
  is_dashboard: boolean
}

async function existingCollection(tx: Tx, programmeId: number, body: CollectionFields) {
  const collections = await tx
    .selectFrom('collections')
    .select(collectionFields)
    .where('programme_id', '=', programmeId)
    .where('project_id', '=', body.project_id)
    .where('explorer_type', '=', body.explorer_type)
    .orderBy('collection_id')
    .execute()
  const name = foldedText(body.collection_name)
  return collections.find(collection => foldedText(collection.collection_name) === name)
}

async function insertCollection(tx: Tx, programmeId: number, body: CollectionFields) {
  const others = await tx
    .selectFrom('collections')
    .select(['display_order', 'explorer_type'])
    .where(eb => eb.and({ programme_id: programmeId, project_id: body.project_id }))
    .execute()
  requireRoom('project_id', contentLimits.collections, others.length + 1)
  const orders = others
    .filter(other => other.explorer_type === body.explorer_type)
    .map(other => other.display_order)
  return tx
    .insertInto('collections')
    .values({
      programme_id: programmeId,
      project_id: body.project_id,
      collection_name: body.collection_name,
      explorer_type: body.explorer_type,
      display_order: body.display_order ?? Math.max(0, ...orders) + 1,
      is_dashboard: body.is_dashboard
    })
    .returning(collectionFields)
    .executeTakeFirstOrThrow()
}

function collectionGroups(tx: Tx, programmeId: number, collectionId: number) {
  return tx
    .selectFrom('chart_groups')
    .select(['group_name', 'display_order'])
    .where(eb => eb.and({ programme_id: programmeId, collection_id: collectionId }))
    .execute()
}
