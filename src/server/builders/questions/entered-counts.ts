// Counts entries in a part of a questionnaire, for the rules about what they fix.

import { sql, type RawBuilder } from 'kysely'
import { ISSUED_STATUSES } from '#domain/people/case-code.ts'
import { LIVE_STATUSES } from '#domain/queries/query-state.ts'
import { addEntered, nothingEntered, type Entered } from '#domain/questionnaires/entered.ts'
import type { ScopeEntries } from '#domain/questionnaires/scope-changes.ts'
import { DONE_STATUSES } from '#domain/questionnaires/section-work.ts'
import { isSectionAsked } from '#server/auth/taking-part.ts'
import { IS_CELL_IN_USE } from '#server/database/cells-in-use.ts'
import type { Database } from '#server/database/schema.ts'
import { countAnswersIn, isGiven, parts, PLACED_ANSWERS, type CountedPart } from './answer-counts.ts'

/** Answers, comments and unresolved queries in the cells of one part. */
export async function enteredIn(
  database: Database,
  programmeId: number,
  part: CountedPart,
  id: number
): Promise<Entered> {
  const countIn = (table: string, key: string, condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
    select count(distinct ${sql.ref(`k.${key}`)})::int
    from question_memberships m
    join sub_sections t on t.programme_id = m.programme_id and t.sub_section_id = m.sub_section_id
    join ${sql.table(table)} k on k.programme_id = m.programme_id and k.section_id = t.section_id and k.question_id = m.question_id
      and k.column_id = m.column_id and (t.is_repeating or k.row_id = m.row_id)
    where m.programme_id = ${programmeId} and ${parts[part]} = ${id} and ${condition})`
  const { rows } = await sql<Pick<Entered, 'comments' | 'queries'>>`
    select ${countIn('comments', 'comment_id', sql`true`)} as comments,
      ${countIn('queries', 'query_id', sql`k.status = any(${LIVE_STATUSES}::text[])`)} as queries`.execute(
    database
  )
  const answers = await countAnswersIn(database, programmeId, part, id)
  return { ...nothingEntered, answers, ...rows[0] }
}

/**
 * What is entered in a place and would be shown nowhere if these places went. In lists, a question can be asked in several questionnaires, which
 * share its answers; comments and queries belong to one section.
 */
export async function enteredOnlyIn(
  database: Database,
  programmeId: number,
  membershipId: number,
  leaving: readonly number[]
): Promise<Entered> {
  const { rows } = await sql<{ answers: number }>`
    select count(*)::int as answers
    from question_memberships p
    join sub_sections u on u.programme_id = p.programme_id and u.sub_section_id = p.sub_section_id
    join answers a on a.programme_id = p.programme_id and a.question_id = p.question_id
      and a.column_id = p.column_id and (u.is_repeating or a.row_id = p.row_id)
    join submissions s on s.programme_id = a.programme_id and s.submission_id = a.submission_id
    where p.programme_id = ${programmeId} and p.membership_id = ${membershipId} and ${isGiven}
      and (a.case_code_id <> 0 or not exists (
        select from question_memberships m
        join sub_sections t on t.programme_id = m.programme_id and t.sub_section_id = m.sub_section_id
        join sections c on c.programme_id = t.programme_id and c.section_id = t.section_id
        join questionnaires o on o.programme_id = c.programme_id and o.questionnaire_id = c.questionnaire_id
        where m.programme_id = ${programmeId} and m.question_id = a.question_id and m.row_id = a.row_id and m.column_id = a.column_id
          and not m.is_disabled and m.membership_id <> all(${[...leaving]}::bigint[]) and ${IS_CELL_IN_USE}
          and o.questionnaire_type = 'standard' and ${isSectionAsked(programmeId)}))`.execute(database)
  return { ...(await enteredIn(database, programmeId, 'membership', membershipId)), ...rows[0] }
}

/** SQL: a row for each entry in a questionnaire. The sections of a survey are completed by its cases, which their codes count. */
const selectEntries = (programmeId: number, questionnaireId: number) => sql`
  select a.submission_id, 'answers' as entry from ${PLACED_ANSWERS}
  join sections c on c.programme_id = t.programme_id and c.section_id = t.section_id
  where m.programme_id = ${programmeId} and c.questionnaire_id = ${questionnaireId} and ${isGiven}
  union all
  select submission_id, 'comments' from comments
  where programme_id = ${programmeId} and questionnaire_id = ${questionnaireId}
  union all
  select submission_id, 'caseCodes' from case_codes
  where programme_id = ${programmeId} and questionnaire_id = ${questionnaireId} and status = any(${ISSUED_STATUSES}::text[])
  union all
  select d.submission_id, 'sections' from section_submissions d
  join sections c on c.programme_id = d.programme_id and c.section_id = d.section_id
  where d.programme_id = ${programmeId} and c.questionnaire_id = ${questionnaireId}
    and d.case_code_id = 0 and d.status = any(${DONE_STATUSES}::text[])
  union all
  select submission_id, 'queries' from queries
  where programme_id = ${programmeId} and questionnaire_id = ${questionnaireId} and status = any(${LIVE_STATUSES}::text[])`

const entryCounts = sql.join(
  Object.keys(nothingEntered).map(
    name => sql`(count(*) filter (where f.entry = ${sql.lit(name)}))::int as ${sql.ref(name)}`
  )
)

/** What was entered in a questionnaire in each period that has anything. */
export async function enteredByPeriod(
  database: Database,
  programmeId: number,
  questionnaireId: number
): Promise<Map<number, Entered>> {
  const { rows } = await sql<Entered & { time_period_id: number }>`
    with found as (${selectEntries(programmeId, questionnaireId)})
    select s.time_period_id, ${entryCounts}
    from found f join submissions s on s.submission_id = f.submission_id
    where s.programme_id = ${programmeId}
    group by s.time_period_id
    order by s.time_period_id`.execute(database)
  return new Map(rows.map(({ time_period_id, ...entered }) => [time_period_id, entered]))
}

/** What was entered in a questionnaire in each scope that has anything. */
export async function enteredByScope(
  database: Database,
  programmeId: number,
  questionnaireId: number
): Promise<ScopeEntries[]> {
  const { rows } = await sql<ScopeEntries>`
    with found as (${selectEntries(programmeId, questionnaireId)})
    select s.scope_id, coalesce(z.scope_name, '') as scope_name, count(distinct s.submission_id)::int as submissions, ${entryCounts}
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
  const periods = await enteredByPeriod(database, programmeId, questionnaireId)
  return [...periods.values()].reduce(addEntered, nothingEntered)
}
