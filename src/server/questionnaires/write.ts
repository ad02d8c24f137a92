import { sql } from 'kysely'
import { cellKey, type CellAddress } from '#domain/answers/cell-address.ts'
import type { CellAnswer } from '#domain/answers/cell-rules.ts'
import { insertRows } from '#server/database/bulk.ts'
import { prepared } from '#server/database/connections/prepared.ts'
import { answerQueriesOf } from '#server/questionnaires/queries/corrections.ts'
import type { AnsweredUnitId, WriteAuthor, WriteLock } from './locked-scope.ts'
import type { SaveContext } from './save-context.ts'

export interface CellWrite extends CellAddress {
  answer: CellAnswer
  /** The version that this write creates. */
  version: number
}

/** Where an imported answer comes from. */
export interface AnswerOrigin {
  /** Who entered it there; empty if the file names nobody. */
  author: string
  time: string | null
}

/** Moves the current answers to the history, writes the new ones and answers the queries about them, of any number of submissions. */
export async function writeAnswers(
  lock: WriteLock,
  author: WriteAuthor,
  writes: readonly (CellWrite & AnsweredUnitId & { source?: AnswerOrigin })[]
): Promise<void> {
  if (writes.length === 0) return
  await answerQueriesOf(lock, author, writes)
  const { tx } = lock
  const { programmeId, userId, now } = author
  const rows = writes.map(
    ({ submission_id, case_code_id, question_id, row_id, column_id, answer, version, source }) => ({
      submission_id,
      question_id,
      row_id,
      column_id,
      case_code_id,
      value: answer.value,
      number_value: typeof answer.value === 'number' ? answer.value : null,
      is_not_applicable: answer.is_not_applicable,
      is_not_available: answer.is_not_available,
      version,
      updated_at: now,
      updated_by_user_id: userId,
      source_author: source?.author ?? null,
      source_time: source?.time ?? null
    })
  )
  const submissionIds = [...new Set(writes.map(({ submission_id }) => submission_id))]
  await sql`
    with written as materialized (
      select submission_id, question_id, row_id, column_id, case_code_id, value, number_value, is_not_applicable, is_not_available,
        version, updated_at, updated_by_user_id, source_author, source_time
      from jsonb_populate_recordset(null::answers, ${JSON.stringify(rows)}::jsonb)
    ), former as (
      insert into answer_versions (programme_id, submission_id, question_id, row_id, column_id, case_code_id,
        value, is_not_applicable, is_not_available, version, updated_at, updated_by_user_id, source_author, source_time)
      select programme_id, submission_id, question_id, row_id, column_id, case_code_id,
        value, is_not_applicable, is_not_available, version, updated_at, updated_by_user_id, source_author, source_time
      from answers
      where programme_id = ${programmeId} and submission_id = any(${submissionIds}::bigint[])
        and (submission_id, question_id, row_id, column_id, case_code_id) in (
          select submission_id, question_id, row_id, column_id, case_code_id from written where version > 1)
    )
    insert into answers ${prepared} (programme_id, submission_id, question_id, row_id, column_id, case_code_id,
      value, number_value, is_not_applicable, is_not_available, version, updated_at, updated_by_user_id, source_author, source_time)
    select ${programmeId}::bigint, submission_id, question_id, row_id, column_id, case_code_id,
      value, number_value, is_not_applicable, is_not_available, version, updated_at, updated_by_user_id, source_author, source_time
    from written
    on conflict (programme_id, submission_id, question_id, row_id, column_id, case_code_id) do update set
      value = excluded.value, number_value = excluded.number_value, is_not_applicable = excluded.is_not_applicable,
      is_not_available = excluded.is_not_available, version = excluded.version, updated_at = excluded.updated_at,
      updated_by_user_id = excluded.updated_by_user_id, source_author = excluded.source_author,
      source_time = excluded.source_time`.execute(tx)
}

export interface ConditionalCell extends CellAddress {
  isHidden: boolean
}

/**
 * A hidden cell counts as blank, in charts and editions as in formulas: its answer is kept, and counts again once the cell is visible
 * again. Returns the keys of the affected answers.
 */
export async function updateCountedValues(
  { tx }: WriteLock,
  programmeId: number,
  cells: readonly (ConditionalCell & AnsweredUnitId)[]
): Promise<string[]> {
  if (cells.length === 0) return []
  const submissionIds = [...new Set(cells.map(({ submission_id }) => submission_id))]
  const { rows } = await sql<CellAddress>`
    update answers a set is_hidden = c.is_hidden,
      number_value = case when not c.is_hidden and jsonb_typeof(a.value) = 'number' then (a.value #>> '{}')::double precision end
    from jsonb_to_recordset(${JSON.stringify(cells.map(({ isHidden, ...cell }) => ({ ...cell, is_hidden: isHidden })))}::jsonb)
      as c (submission_id bigint, case_code_id bigint, question_id bigint, row_id bigint, column_id bigint, is_hidden boolean)
    where a.programme_id = ${programmeId} and a.submission_id = any(${submissionIds}::bigint[])
      and a.submission_id = c.submission_id and a.case_code_id = c.case_code_id
      and a.question_id = c.question_id and a.row_id = c.row_id and a.column_id = c.column_id
      and (c.is_hidden <> a.is_hidden or jsonb_typeof(a.value) = 'number' and c.is_hidden = (a.number_value is not null))
    returning a.question_id, a.row_id, a.column_id`.execute(tx)
  return rows.map(cellKey)
}

/** Writes what a save changes in its submission or case. Returns the keys of the answers that count now and did not before, or vice versa. */
export async function writeCells(
  context: SaveContext,
  writes: readonly CellWrite[],
  conditional: readonly ConditionalCell[]
): Promise<string[]> {
  const { caller, submission, caseCodeId, now } = context
  const unit = { submission_id: submission.submission_id, case_code_id: caseCodeId }
  const author = { programmeId: caller.programmeId, userId: userIdOf(context), now }
  await writeAnswers(
    context,
    author,
    writes.map(write => ({ ...write, ...unit }))
  )
  return updateCountedValues(
    context,
    caller.programmeId,
    conditional.map(cell => ({ ...cell, ...unit }))
  )
}

export async function writeComments(
  context: SaveContext,
  comments: readonly (CellAddress & { text: string })[]
): Promise<void> {
  const { tx, caller, request, caseCodeId, now } = context
  const rows = comments.map(({ text, ...place }) => ({
    programme_id: caller.programmeId,
    questionnaire_id: request.questionnaire_id,
    submission_id: request.submission_id,
    section_id: request.section_id,
    ...place,
    case_code_id: caseCodeId,
    comment_text: text,
    is_resolved: false,
    created_by_user_id: userIdOf(context),
    created_at: now
  }))
  await insertRows(tx, 'comments', rows)
}

export const userIdOf = ({ caller }: Pick<SaveContext, 'caller'>): number | null =>
  caller.kind === 'user' ? caller.userId : null
