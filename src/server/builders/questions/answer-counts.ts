// Counts answers in a part of a questionnaire, so that a builder is warned before changing or retiring it.

import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'

export const parts = {
  membership: sql.ref('m.membership_id'),
  section: sql.ref('t.section_id'),
  subSection: sql.ref('t.sub_section_id'),
  row: sql.ref('m.row_id'),
  column: sql.ref('m.column_id')
}

export type CountedPart = keyof typeof parts

export const isGiven = sql`(a.value is not null or a.is_not_applicable or a.is_not_available)`

/** Each answer at its place `m`, in its sub-section `t`; answers in the rows of a repeating one are at its one defined row. */
export const PLACED_ANSWERS = sql`question_memberships m
    join sub_sections t on t.programme_id = m.programme_id and t.sub_section_id = m.sub_section_id
    join answers a on a.programme_id = m.programme_id and a.question_id = m.question_id
      and a.column_id = m.column_id and (t.is_repeating or a.row_id = m.row_id)`

/** Answers of every submission and case in the cells of one section, sub-section, row or column. */
export async function countAnswersIn(
  database: Database,
  programmeId: number,
  part: CountedPart,
  id: number
): Promise<number> {
  const result = await sql<{ answer_count: number }>`
    select count(*) as answer_count
    from ${PLACED_ANSWERS}
    where m.programme_id = ${programmeId} and ${parts[part]} = ${id} and ${isGiven}`.execute(database)
  return result.rows[0]?.answer_count ?? 0
}

/** Answers of each question, wherever it is placed. */
export async function countAnswersByQuestion(
  database: Database,
  programmeId: number,
  questionIds: readonly number[]
): Promise<Map<number, number>> {
  if (questionIds.length === 0) return new Map()
  const result = await sql<{ question_id: number; answer_count: number }>`
    select a.question_id, count(*) as answer_count
    from answers a
    where a.programme_id = ${programmeId} and a.question_id in (${sql.join(questionIds)}) and ${isGiven}
    group by a.question_id`.execute(database)
  return new Map(result.rows.map(row => [row.question_id, row.answer_count]))
}

/** Answers of each membership of a questionnaire. */
export async function countAnswersByMembership(
  database: Database,
  programmeId: number,
  questionnaireId: number
): Promise<Map<number, number>> {
  const result = await sql<{ membership_id: number; answer_count: number }>`
    select m.membership_id, count(*) as answer_count
    from ${PLACED_ANSWERS}
    join sections c on c.programme_id = t.programme_id and c.section_id = t.section_id
    where m.programme_id = ${programmeId} and c.questionnaire_id = ${questionnaireId} and ${isGiven}
    group by m.membership_id`.execute(database)
  return new Map(result.rows.map(row => [row.membership_id, row.answer_count]))
}

export async function countAnswersByPeriod(
  database: Database,
  programmeId: number,
  questionnaireId: number
): Promise<Map<number, number>> {
  const result = await sql<{ time_period_id: number; answer_count: number }>`
    select s.time_period_id, count(*) as answer_count
    from ${PLACED_ANSWERS}
    join sections c on c.programme_id = t.programme_id and c.section_id = t.section_id
    join submissions s on s.programme_id = a.programme_id and s.submission_id = a.submission_id
    where m.programme_id = ${programmeId} and c.questionnaire_id = ${questionnaireId} and ${isGiven}
    group by s.time_period_id`.execute(database)
  return new Map(result.rows.map(row => [row.time_period_id, row.answer_count]))
}

export async function countSubmissionsByQuestion(
  database: Database,
  programmeId: number,
  questionIds: readonly number[]
): Promise<Map<number, number>> {
  if (questionIds.length === 0) return new Map()
  const result = await sql<{ question_id: number; submission_count: number }>`
    select a.question_id, count(distinct a.submission_id) as submission_count
    from answers a
    where a.programme_id = ${programmeId} and a.question_id in (${sql.join(questionIds)}) and ${isGiven}
    group by a.question_id`.execute(database)
  return new Map(result.rows.map(row => [row.question_id, row.submission_count]))
}
