// Counts entries in a part of a questionnaire, for the rules about what they fix.

import { sql } from 'kysely'
import { ISSUED_STATUSES } from '#domain/people/case-code.ts'
import { nothingEntered, type Entered } from '#domain/questionnaires/entered.ts'
import type { ScopeEntries } from '#domain/questionnaires/scope-changes.ts'
import type { Database } from '#server/database/schema.ts'
import {
  countAnswersByPeriod,
  countAnswersIn,
  isGiven,
  parts,
  PLACED_ANSWERS,
  type CountedPart
} from './answer-counts.ts'

/** Answers and comments in the cells of one part. */
export async function enteredIn(
  database: Database,
  programmeId: number,
  part: CountedPart,
  id: number
): Promise<Entered> {
  const { rows } = await sql<{ comments: number }>`
    select count(distinct k.comment_id) as comments
    from question_memberships m
    join sub_sections t on t.programme_id = m.programme_id and t.sub_section_id = m.sub_section_id
    join comments k on k.programme_id = m.programme_id and k.section_id = t.section_id and k.question_id = m.question_id
      and k.column_id = m.column_id and (t.is_repeating or k.row_id = m.row_id)
    where m.programme_id = ${programmeId} and ${parts[part]} = ${id}`.execute(database)
  const answers = await countAnswersIn(database, programmeId, part, id)
  return { ...nothingEntered, answers, comments: rows[0]?.comments ?? 0 }
}

/** Answers, comments and case codes of a questionnaire in each period that has any. */
export async function enteredByPeriod(
  database: Database,
  programmeId: number,
  questionnaireId: number
): Promise<Map<number, Entered>> {
  const { rows } = await sql<{ time_period_id: number; comments: number; caseCodes: number }>`
    with found as (
      select submission_id, 1 as comments, 0 as case_codes from comments
      where programme_id = ${programmeId} and questionnaire_id = ${questionnaireId}
      union all
      select submission_id, 0, 1 from case_codes
      where programme_id = ${programmeId} and questionnaire_id = ${questionnaireId} and status = any(${ISSUED_STATUSES}::text[])
    )
    select s.time_period_id, sum(f.comments)::int as comments, sum(f.case_codes)::int as "caseCodes"
    from found f join submissions s on s.submission_id = f.submission_id
    where s.programme_id = ${programmeId}
    group by s.time_period_id`.execute(database)
  const counts = new Map<number, Entered>()
  for (const { time_period_id, ...entered } of rows)
    counts.set(time_period_id, { ...nothingEntered, ...entered })
  for (const [id, answers] of await countAnswersByPeriod(database, programmeId, questionnaireId))
    counts.set(id, { ...(counts.get(id) ?? nothingEntered), answers })
  return counts
}

/** Answers, comments and case codes of a questionnaire in each scope that has any. */
export async function enteredByScope(
  database: Database,
  programmeId: number,
  questionnaireId: number
): Promise<ScopeEntries[]> {
  const { rows } = await sql<ScopeEntries>`
    with found as (
      select a.submission_id, 1 as answers, 0 as comments, 0 as case_codes from ${PLACED_ANSWERS}
      join sections c on c.programme_id = t.programme_id and c.section_id = t.section_id
      where m.programme_id = ${programmeId} and c.questionnaire_id = ${questionnaireId} and ${isGiven}
      union all
      select submission_id, 0, 1, 0 from comments
      where programme_id = ${programmeId} and questionnaire_id = ${questionnaireId}
      union all
      select submission_id, 0, 0, 1 from case_codes
      where programme_id = ${programmeId} and questionnaire_id = ${questionnaireId} and status = any(${ISSUED_STATUSES}::text[])
    )
    select s.scope_id, coalesce(z.scope_name, '') as scope_name, count(distinct s.submission_id)::int as submissions,
      sum(f.answers)::int as answers, sum(f.comments)::int as comments, sum(f.case_codes)::int as "caseCodes"
    from found f join submissions s on s.submission_id = f.submission_id
    left join scopes z on z.programme_id = ${programmeId} and z.scope_id = s.scope_id
    where s.programme_id = ${programmeId}
    group by s.scope_id, z.scope_name
    order by z.scope_name`.execute(database)
  return rows
}

export async function enteredInQuestionnaire(
  database: Database,
  programmeId: number,
  questionnaireId: number
): Promise<Entered> {
  const periods = [...(await enteredByPeriod(database, programmeId, questionnaireId)).values()]
  return periods.reduce(
    (sum, one) => ({
      answers: sum.answers + one.answers,
      comments: sum.comments + one.comments,
      caseCodes: sum.caseCodes + one.caseCodes
    }),
    nothingEntered
  )
}
