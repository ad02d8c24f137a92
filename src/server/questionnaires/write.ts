import { sql } from 'kysely'
import { cellKey, type CellAddress } from '#domain/answers/cell-address.ts'
import type { CellAnswer } from '#domain/answers/cell-rules.ts'
import { insertRows } from '#server/database/bulk.ts'
import { answerQueriesOf } from '#server/questionnaires/queries/corrections.ts'
import type { SaveContext } from './save-context.ts'

export interface CellWrite extends CellAddress {
  answer: CellAnswer
  /** The version that this write creates. */
  version: number
}

/** Moves the current answers to the history, writes the new ones and answers the queries about them. */
export async function writeAnswers(context: SaveContext, writes: readonly CellWrite[]): Promise<void> {
  if (writes.length === 0) return
  const { tx, caller, submission, caseCodeId, now } = context
  const programmeId = caller.programmeId
  await answerQueriesOf(context, writes)
  const rows = writes.map(({ question_id, row_id, column_id, answer, version }) => ({
    programme_id: programmeId,
    submission_id: submission.submission_id,
    question_id,
    row_id,
    column_id,
    case_code_id: caseCodeId,
    value: answer.value,
    number_value: typeof answer.value === 'number' ? answer.value : null,
    is_not_applicable: answer.is_not_applicable,
    is_not_available: answer.is_not_available,
    version,
    updated_at: now,
    updated_by_user_id: userIdOf(context)
  }))
  const places = sql.join(
    writes.map(
      write => sql`(${write.question_id}::bigint, ${write.row_id}::bigint, ${write.column_id}::bigint)`
    )
  )
  await sql`
    with former as (
      insert into answer_versions (programme_id, submission_id, question_id, row_id, column_id, case_code_id,
        value, is_not_applicable, is_not_available, version, updated_at, updated_by_user_id)
      select programme_id, submission_id, question_id, row_id, column_id, case_code_id,
        value, is_not_applicable, is_not_available, version, updated_at, updated_by_user_id
      from answers
      where programme_id = ${programmeId} and submission_id = ${submission.submission_id} and case_code_id = ${caseCodeId}
        and (question_id, row_id, column_id) in (${places})
    )
    insert into answers (programme_id, submission_id, question_id, row_id, column_id, case_code_id,
      value, number_value, is_not_applicable, is_not_available, version, updated_at, updated_by_user_id)
    select programme_id, submission_id, question_id, row_id, column_id, case_code_id,
      value, number_value, is_not_applicable, is_not_available, version, updated_at, updated_by_user_id
    from jsonb_populate_recordset(null::answers, ${JSON.stringify(rows)}::jsonb)
    on conflict (programme_id, submission_id, question_id, row_id, column_id, case_code_id) do update set
      value = excluded.value, number_value = excluded.number_value, is_not_applicable = excluded.is_not_applicable,
      is_not_available = excluded.is_not_available, version = excluded.version, updated_at = excluded.updated_at,
      updated_by_user_id = excluded.updated_by_user_id`.execute(tx)
}

export interface ConditionalCell extends CellAddress {
  isHidden: boolean
}

/**
 * A hidden cell counts as blank, in charts and editions as in formulas: its answer is kept, and counts again once the cell is visible
 * again. Returns the keys of the affected answers.
 */
export async function updateCountedValues(
  { tx, caller, submission, caseCodeId }: SaveContext,
  cells: readonly ConditionalCell[]
): Promise<string[]> {
  if (cells.length === 0) return []
  const { rows } = await sql<CellAddress>`
    update answers a set is_hidden = c.is_hidden,
      number_value = case when not c.is_hidden and jsonb_typeof(a.value) = 'number' then (a.value #>> '{}')::double precision end
    from jsonb_to_recordset(${JSON.stringify(cells.map(({ isHidden, ...cell }) => ({ ...cell, is_hidden: isHidden })))}::jsonb)
      as c (question_id bigint, row_id bigint, column_id bigint, is_hidden boolean)
    where a.programme_id = ${caller.programmeId} and a.submission_id = ${submission.submission_id} and a.case_code_id = ${caseCodeId}
      and a.question_id = c.question_id and a.row_id = c.row_id and a.column_id = c.column_id
      and (c.is_hidden <> a.is_hidden or jsonb_typeof(a.value) = 'number' and c.is_hidden = (a.number_value is not null))
    returning a.question_id, a.row_id, a.column_id`.execute(tx)
  return rows.map(cellKey)
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
