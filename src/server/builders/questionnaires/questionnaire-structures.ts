import { sql } from 'kysely'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { orderStructure as order } from '#contract/questionnaire-structures.ts'
import { windowMoment } from '#domain/projects/window-days.ts'
import { faultsOfPeriodRemoval } from '#domain/questionnaires/answered-changes.ts'
import { faultOfLostScope, scopesLosing } from '#domain/questionnaires/scope-changes.ts'
import { foldedText } from '#lib/text/text-characters.ts'
import { requireProject, requireTimePeriod } from '#server/auth/ownership.ts'
import { recordActs, type AuditAct } from '#server/auth/record-acts.ts'
import { changedDates, questionnaireDates } from '#server/auth/recorded-dates.ts'
import { enteredByPeriod, enteredByScope } from '#server/builders/questions/entered-counts.ts'
import { throwFirstFault } from '#server/builders/refuse.ts'
import type { Tx } from '#server/database/schema.ts'
import { takeStructure } from '#server/database/structure-lock.ts'
import { requireFound, invalid, notFound } from '#server/http/api-error.ts'
import { inTransaction, type RouteOf } from '#server/http/route.ts'
import { insertStructure } from './structure-draft.ts'
import { structureReply } from './structure-reply.ts'
import { projectScopes, summariesOf } from './structure-summaries.ts'
import {
  bumpStructureVersion,
  lockQuestionnaire,
  requireCurrentVersion,
  requireQuestionnaire
} from './structure.ts'

export const listStructures: RouteOf<'listStructures'> = async ({ query }, { database, caller }) => {
  const { programmeId } = caller
  await requireProject(database, programmeId, query.project_id)
  return {
    questionnaires: await summariesOf(database, programmeId, query.project_id),
    scopes: await projectScopes(database, programmeId, query.project_id)
  }
}

export const getStructure: RouteOf<'getStructure'> = async ({ params }, { database, caller }) =>
  structureReply(database, caller.programmeId, params.id)

export const createStructure: RouteOf<'createStructure'> = inTransaction(async (tx, { body }, { caller }) => {
  const { programmeId } = caller
  await takeStructure(tx, programmeId, body.project_id)
  await requireTimePeriod(tx, programmeId, body.time_period_id)
  await requireFreeQuestionnaireName(tx, programmeId, body.project_id, body.questionnaire_name, 0)
  const { last } = await tx
    .selectFrom('questionnaires')
    .select(({ fn }) => fn.coalesce(fn.max('display_order'), sql<number>`0`).as('last'))
    .where(eb => eb.and({ programme_id: programmeId, project_id: body.project_id }))
    .executeTakeFirstOrThrow()
  const { questionnaire_id } = await tx
    .insertInto('questionnaires')
    .values({
      programme_id: programmeId,
      project_id: body.project_id,
      questionnaire_name: body.questionnaire_name,
      questionnaire_type: body.questionnaire_type,
      is_active: true,
      version: 1,
      display_order: last + 1
    })
    .returning('questionnaire_id')
    .executeTakeFirstOrThrow()
  await writePeriods(tx, programmeId, questionnaire_id, [
    { time_period_id: body.time_period_id, opens_at: null, closes_at: null, is_locked: false }
  ])
  await insertStructure(tx, programmeId, { ...body, questionnaire_id }, body.structure)
  return { questionnaire_id }
})

export const updateStructure: RouteOf<'updateStructure'> = inTransaction(
  async (tx, { params, body: { version, scope_ids, periods, ...changes } }, { caller, now }) => {
    const { programmeId } = caller
    const { structure, questionnaire } = await lockQuestionnaire(tx, programmeId, params.id)
    requireCurrentVersion(questionnaire, { version })
    const { project_id } = questionnaire
    const name = changes.questionnaire_name ?? questionnaire.questionnaire_name
    // While it was retired, files could give its name to another one.
    if (changes.questionnaire_name !== undefined || (changes.is_active && !questionnaire.is_active))
      await requireFreeQuestionnaireName(tx, programmeId, project_id, name, params.id)
    if (scope_ids) await changeScopes(tx, programmeId, { project_id, questionnaire_id: params.id }, scope_ids)
    const acts = periods
      ? await changePeriods(tx, programmeId, questionnaire, periods.map(periodMoments(caller.timeZone)))
      : []
    if (Object.keys(changes).length > 0) {
      await tx
        .updateTable('questionnaires')
        .set(changes)
        .where(eb => eb.and({ programme_id: programmeId, questionnaire_id: params.id }))
        .execute()
    }
    await bumpStructureVersion(structure, [params.id])
    const all = await summariesOf(tx, programmeId, project_id)
    const changed = all.find(summary => summary.questionnaire_id === params.id)
    return recordActs(tx, { ...caller, now }, acts, requireFound(changed, 'questionnaire'))
  }
)

/** Two questionnaires of the same name could not be told apart by those who answer them. */
async function requireFreeQuestionnaireName(
  tx: Tx,
  programmeId: number,
  projectId: number,
  name: string,
  ownId: number
): Promise<void> {
  const others = await tx
    .selectFrom('questionnaires')
    .select('questionnaire_name')
    .where(eb => eb.and({ programme_id: programmeId, project_id: projectId }))
    .where('questionnaire_id', '!=', ownId)
    .execute()
  if (others.some(other => foldedText(other.questionnaire_name) === foldedText(name)))
    throw invalid('questionnaire_name', 'is the name of another questionnaire of this project')
}

async function changeScopes(
  tx: Tx,
  programmeId: number,
  { project_id, questionnaire_id }: { project_id: number; questionnaire_id: number },
  scopeIds: readonly number[]
): Promise<void> {
  const known = new Set((await projectScopes(tx, programmeId, project_id)).map(scope => scope.scope_id))
  if (scopeIds.some(id => !known.has(id))) throw notFound('scope')
  const removed = await tx
    .deleteFrom('questionnaire_scopes')
    .where(eb => eb.and({ programme_id: programmeId, questionnaire_id }))
    .returning('scope_id')
    .execute()
  const before = removed.map(({ scope_id }) => scope_id)
  const entered = await enteredByScope(tx, programmeId, questionnaire_id)
  throwFirstFault(scopesLosing(before, scopeIds, entered).map(faultOfLostScope))
  const rows = [...new Set(scopeIds)].map(scope_id => ({
    programme_id: programmeId,
    questionnaire_id,
    scope_id
  }))
  if (rows.length > 0) await tx.insertInto('questionnaire_scopes').values(rows).execute()
}

interface PeriodWindow<Moment> {
  time_period_id: number
  opens_at: Moment | null
  closes_at: Moment | null
  is_locked: boolean
}
type PeriodChange = PeriodWindow<Date>

const periodMoments =
  (zone: string) =>
  ({ opens_at, closes_at, ...period }: PeriodWindow<string>): PeriodChange => ({
    ...period,
    opens_at: opens_at === null ? null : windowMoment('opens', opens_at, zone),
    closes_at: closes_at === null ? null : windowMoment('closes', closes_at, zone)
  })

/** Returns what the audit log records. */
async function changePeriods(
  tx: Tx,
  programmeId: number,
  { project_id, questionnaire_id: questionnaireId }: { project_id: number; questionnaire_id: number },
  periods: readonly PeriodChange[]
): Promise<AuditAct<'dates_changed'>[]> {
  const wanted = new Set(periods.map(period => period.time_period_id))
  if (wanted.size < periods.length) throw invalid('periods', 'names a period twice')
  for (const { time_period_id, opens_at, closes_at } of periods) {
    await requireTimePeriod(tx, programmeId, time_period_id)
    if (opens_at !== null && closes_at !== null && opens_at >= closes_at)
      throw invalid('periods', 'must open before they close')
  }
  for (const [id, entered] of await enteredByPeriod(tx, programmeId, questionnaireId))
    if (!wanted.has(id)) throwFirstFault(faultsOfPeriodRemoval(entered))
  const removed = await tx
    .deleteFrom('questionnaire_periods')
    .where(eb => eb.and({ programme_id: programmeId, questionnaire_id: questionnaireId }))
    .returning(['time_period_id', 'opens_at', 'closes_at', 'is_locked'])
    .execute()
  await writePeriods(tx, programmeId, questionnaireId, periods)
  const part = { project_id, questionnaire_id: questionnaireId }
  return changedDates(questionnaireDates(part, removed), questionnaireDates(part, periods))
}

async function writePeriods(
  tx: Tx,
  programmeId: number,
  questionnaireId: number,
  periods: readonly PeriodChange[]
): Promise<void> {
  const rows = periods.map(period => ({
    ...period,
    programme_id: programmeId,
    questionnaire_id: questionnaireId
  }))
  if (rows.length > 0) await tx.insertInto('questionnaire_periods').values(rows).execute()
}

type OrderedStructurePart = Parameters<RouteOf<'orderStructure'>>[0]['body']['part']

const orderedParts = {
  section: { table: 'sections', id: 'section_id', parent: 'questionnaire_id' },
  sub_section: { table: 'sub_sections', id: 'sub_section_id', parent: 'section_id' },
  row: { table: 'sub_section_rows', id: 'row_id', parent: 'sub_section_id' },
  column: { table: 'sub_section_columns', id: 'column_id', parent: 'sub_section_id' },
  membership: { table: 'question_memberships', id: 'membership_id', parent: 'sub_section_id' }
} as const satisfies Record<OrderedStructurePart, object>

export const orderStructure: RouteOf<'orderStructure'> = inTransaction(
  async (tx, { params, body }, { caller }) => {
    const { programmeId } = caller
    const { structure, questionnaire } = await lockQuestionnaire(tx, programmeId, params.id)
    requireCurrentVersion(questionnaire, body)
    const { table, id, parent } = orderedParts[body.part]
    await requireInside(tx, programmeId, params.id, body)
    const { rows } = await sql<{ id: number }>`
      select ${sql.ref(id)} as id from ${sql.table(table)}
      where programme_id = ${programmeId} and ${sql.ref(parent)} = ${body.within}`.execute(tx)
    const present = new Set(rows.map(row => row.id))
    const wanted = new Set(body.order)
    if (wanted.size < body.order.length) throw invalid('order', 'names a part twice')
    if (present.size !== wanted.size || body.order.some(one => !present.has(one)))
      throw invalid('order', 'does not match the current parts; reload the questionnaire')
    await sql`
      update ${sql.table(table)} p set display_order = o.place
      from unnest(${sql.val(body.order)}::bigint[]) with ordinality as o (part_id, place)
      where p.programme_id = ${programmeId} and ${sql.ref(`p.${id}`)} = o.part_id`.execute(tx)
    await bumpStructureVersion(structure, [params.id])
    const { version } = await requireQuestionnaire(tx, programmeId, params.id)
    return { version } satisfies ReplyOf<typeof order>
  }
)

/** The parent of what is ordered must belong to the questionnaire. */
async function requireInside(
  tx: Tx,
  programmeId: number,
  questionnaireId: number,
  { part, within }: { part: OrderedStructurePart; within: number }
): Promise<void> {
  if (part === 'section') {
    if (within !== questionnaireId) throw notFound('questionnaire')
    return
  }
  const { rows } = await sql`
    select 1 from sections c left join sub_sections t
      on t.programme_id = c.programme_id and t.section_id = c.section_id and t.programme_id = ${programmeId}
    where c.programme_id = ${programmeId} and c.questionnaire_id = ${questionnaireId}
      and ${part === 'sub_section' ? sql.ref('c.section_id') : sql.ref('t.sub_section_id')} = ${within}`.execute(
    tx
  )
  if (rows.length === 0) throw notFound(part === 'sub_section' ? 'section' : 'sub-section')
}
