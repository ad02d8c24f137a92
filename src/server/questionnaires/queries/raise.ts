import { sql } from 'kysely'
import type { ReceivedOf, ReplyOf } from '#contract/endpoint.ts'
import { MAX_REPEATED_ROWS } from '#contract/limits.ts'
import type * as contract from '#contract/queries.ts'
import type { QueryRule } from '#contract/queries.ts'
import { windowMoment } from '#domain/projects/window-days.ts'
import { isQueryLive } from '#domain/queries/query-state.ts'
import { requireProject, requireTimePeriod } from '#server/auth/ownership.ts'
import { isQuestionnaireAsked } from '#server/auth/taking-part.ts'
import { insertRows } from '#server/database/bulk.ts'
import { IS_CELL_IN_USE } from '#server/database/cells-in-use.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { takeStructure } from '#server/database/structure-lock.ts'
import { transaction } from '#server/database/transaction.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import type { RouteContext } from '#server/http/route.ts'
import { findCells } from './find-cells.ts'
import { pickCellLocation, cellLocationKey, type CellLocation } from './named-cells.ts'

/** When an answer is due, which cannot be in the past. */
export function readDueDate(
  due_at: string | null,
  { caller, now }: Pick<RouteContext, 'caller' | 'now'>
): Date | null {
  const dueAt = due_at === null ? null : windowMoment('closes', due_at, caller.timeZone)
  if (dueAt !== null && dueAt <= now) throw invalid('due_at', 'must be in the future')
  return dueAt
}

/** Nobody saves an answer or raises a query in the project at the same time, so no cell gets two queries. */
export async function raiseForCells(
  { database, caller, now }: Pick<RouteContext, 'database' | 'caller' | 'now'>,
  body: ReceivedOf<typeof contract.raiseQueries>['body']
): Promise<ReplyOf<typeof contract.raiseQueries>> {
  const { programmeId, userId } = caller
  await requireProject(database, programmeId, body.project_id)
  await requireTimePeriod(database, programmeId, body.time_period_id)
  const due_at = readDueDate(body.due_at, { caller, now })
  if (body.rules.length === 0 && body.cells.some(cell => cell.query_text === ''))
    throw invalid('query_text', 'must not be empty')
  // Planned before the lock, because others wait for it, but after reading the states that are compared under it.
  const before = await cellStates(database, programmeId, body.cells)
  const planned =
    body.rules.length === 0 ? null : (await findCells(database, programmeId, body, body.rules)).found
  const rulesOf = new Map((planned ?? []).map(cell => [cellLocationKey(cell), cell.rules]))
  return transaction(database, async tx => {
    await takeStructure(tx, programmeId, body.project_id)
    await requireCells(tx, programmeId, body, body.cells)
    const pending = await liveQueries(tx, programmeId, body.cells)
    const states = await cellStates(tx, programmeId, body.cells)
    const raised: (CellLocation & { query_text: string; rules: QueryRule[] })[] = []
    const left_out: (CellLocation & { detail: string })[] = []
    for (const { query_text, ...cell } of body.cells) {
      const key = cellLocationKey(cell)
      const rules = planned === null ? [] : rulesOf.get(key)
      if (pending.has(key)) left_out.push({ ...cell, detail: 'There is already a query about this cell.' })
      else if (rules === undefined)
        left_out.push({ ...cell, detail: 'None of the rules applies to this cell any more.' })
      else if (planned !== null && states.get(key) !== before.get(key))
        left_out.push({ ...cell, detail: 'The answer was changed in the meantime.' })
      else raised.push({ ...cell, query_text, rules })
      pending.add(key)
    }
    const query_ids = await insertRows(
      tx,
      'queries',
      raised.map(({ rules, query_text, ...cell }) => ({
        programme_id: programmeId,
        ...pickCellLocation(cell),
        query_text,
        rules,
        status: 'open',
        version: 1,
        raised_by_user_id: userId,
        raised_at: now,
        status_at: now,
        due_at
      })),
      'query_id'
    )
    await insertRows(
      tx,
      'query_entries',
      query_ids.map((query_id, index) => ({
        programme_id: programmeId,
        query_id,
        version: 1,
        act: 'raise',
        entry_text: raised[index]!.query_text,
        created_by_user_id: userId,
        created_at: now
      }))
    )
    return { query_ids, left_out }
  })
}

/** Every cell is one that members of the project and period fill in. */
async function requireCells(
  tx: Tx,
  programmeId: number,
  { project_id, time_period_id }: { project_id: number; time_period_id: number },
  cells: readonly CellLocation[]
): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from jsonb_to_recordset(${JSON.stringify(cells.map(pickCellLocation))}::jsonb) as w (questionnaire_id bigint, submission_id bigint,
      section_id bigint, question_id bigint, row_id bigint, column_id bigint)
    where exists (
      select 1 from submissions s
      join questionnaires q on q.programme_id = s.programme_id and q.project_id = s.project_id and q.questionnaire_type = 'standard'
        and ${isQuestionnaireAsked(programmeId, 'q')}
      join sections c on c.programme_id = s.programme_id and c.questionnaire_id = q.questionnaire_id and c.is_active
      join sub_sections t on t.programme_id = s.programme_id and t.section_id = c.section_id
      join question_memberships m on m.programme_id = s.programme_id and m.sub_section_id = t.sub_section_id and ${IS_CELL_IN_USE}
      where s.programme_id = ${programmeId} and s.project_id = ${project_id} and s.time_period_id = ${time_period_id}
        and s.submission_id = w.submission_id and q.questionnaire_id = w.questionnaire_id and c.section_id = w.section_id
        and m.question_id = w.question_id and m.column_id = w.column_id
        and case when t.is_repeating then w.row_id between 1 and ${MAX_REPEATED_ROWS} else m.row_id = w.row_id end)`.execute(
    tx
  )
  if ((rows[0]?.count ?? 0) < cells.length) throw notFound('cell')
}

/** A text for each cell that differs after every change of its answer or of its section's status. */
async function cellStates(
  database: Database,
  programmeId: number,
  cells: readonly CellLocation[]
): Promise<Map<string, string>> {
  const { rows } = await sql<CellLocation & { state: string }>`
    select w.*, concat_ws(' ', coalesce(a.version, 0), c.status, c.empty_reason) as state
    from jsonb_to_recordset(${JSON.stringify(cells.map(pickCellLocation))}::jsonb) as w (questionnaire_id bigint, submission_id bigint,
      section_id bigint, question_id bigint, row_id bigint, column_id bigint)
    left join answers a on a.programme_id = ${programmeId} and a.submission_id = w.submission_id and a.case_code_id = 0
      and a.question_id = w.question_id and a.row_id = w.row_id and a.column_id = w.column_id
    left join section_submissions c on c.programme_id = ${programmeId} and c.submission_id = w.submission_id and c.case_code_id = 0
      and c.section_id = w.section_id`.execute(database)
  return new Map(rows.map(row => [cellLocationKey(row), row.state]))
}

/** The keys of the cells that a query waits for. */
async function liveQueries(
  tx: Tx,
  programmeId: number,
  cells: readonly CellLocation[]
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('queries')
    .selectAll()
    .where('programme_id', '=', programmeId)
    .where(
      'submission_id',
      'in',
      cells.map(({ submission_id }) => submission_id)
    )
    .execute()
  return new Set(rows.filter(isQueryLive).map(cellLocationKey))
}
