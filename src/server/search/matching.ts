// Everything that can be found and has the words, as rows of one shape, so that one statement narrows, ranks and counts them. Only what the
// caller may see; nothing in it names an organisation, so anonymous projects stay anonymous.
import { sql, type RawBuilder } from 'kysely'
import type { SearchResultType } from '#contract/search.ts'
import { QuestionType } from '#contract/questionnaires.ts'
import { isHeading } from '#domain/question-types.ts'
import type { User } from '../http/caller.ts'
import type { Database } from '../database/schema.ts'
import { visibleDocuments } from '../documents/readable-documents.ts'
import { textPattern, type TypedWord } from './typed-words.ts'

/** Titles between questions: nobody looks for them. */
const HEADINGS = QuestionType.options.filter(question_type => isHeading({ question_type }))

export interface Match {
  result_type: SearchResultType
  id: number
  title: string
  project_id: number | null
  time_period_id: number | null
  document_type: string | null
}

export interface SearchScope {
  caller: User
  now: Date
  /** Every one of them must occur; none for all that there is. */
  words: readonly TypedWord[]
  projectId: number | null
  timePeriodId: number | null
  /** Charts of this explorer type only. */
  explorerType: string | null
}

/** A `select` of all that matches. */
export const matching = (database: Database, scope: SearchScope): RawBuilder<Match> => sql<Match>`
  ${charts(scope)} union all ${projects(scope)} union all ${documents(database, scope)} union all ${guidances(scope)} union all ${questions(scope)}`

/** Conditions on the table of this alias, whose column `words` has an index. */
function conditions(alias: string, { words, projectId, timePeriodId }: SearchScope, hasPeriod: boolean) {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const parts = words.map(({ typed, alternatives }) =>
    alternatives
      ? sql`${column('words')} && ${[...alternatives]}::text[]`
      : sql`' ' || array_to_string(${column('words')}, ' ') like ${textPattern(typed)}`
  )
  if (projectId !== null) parts.push(sql`${column('project_id')} = ${projectId}`)
  if (timePeriodId !== null && hasPeriod)
    parts.push(sql`(${column('time_period_id')} is null or ${column('time_period_id')} = ${timePeriodId})`)
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `)
}

const charts = (scope: SearchScope) => sql`
  select 'chart' as result_type, c.chart_id as id, c.chart_name as title, c.project_id, c.time_period_id, null::text as document_type
  from charts c
  where c.programme_id = ${scope.caller.programmeId} and c.is_active and ${conditions('c', scope, true)} and exists (
    select from chart_group_memberships m
    join chart_groups g on g.programme_id = m.programme_id and g.chart_group_id = m.chart_group_id
    join collections k on k.programme_id = g.programme_id and k.collection_id = g.collection_id
    where m.programme_id = c.programme_id and m.chart_id = c.chart_id
      and (${scope.explorerType}::text is null or k.explorer_type = ${scope.explorerType}::text))`

const projects = (scope: SearchScope) => sql`
  select 'project', p.project_id, p.project_name, p.project_id, null, null
  from projects p where p.programme_id = ${scope.caller.programmeId} and ${conditions('p', scope, false)}`

const documents = (database: Database, scope: SearchScope) => sql`
  select 'document', d.document_id, d.document_name, d.project_id, d.time_period_id, d.document_type
  from ${visibleDocuments(database, scope.caller.programmeId, scope.caller, scope.now)
    .clearOrderBy()
    .where(conditions('d', scope, true) as RawBuilder<boolean>)} d`

const guidances = (scope: SearchScope) => sql`
  select 'guidance', g.project_guidance_id, g.title, g.project_id, null, null
  from project_guidances g where g.programme_id = ${scope.caller.programmeId} and ${conditions('g', scope, false)}`

const questions = (scope: SearchScope) => sql`
  select 'question', q.question_id, q.question_text, q.project_id, null, null
  from questions q
  where q.programme_id = ${scope.caller.programmeId} and q.is_active and q.question_type not in (${sql.join(HEADINGS)})
    and ${conditions('q', scope, false)} and exists (
      select from question_memberships m
      join sub_sections t on t.programme_id = m.programme_id and t.sub_section_id = m.sub_section_id
      join sections c on c.programme_id = t.programme_id and c.section_id = t.section_id
      join questionnaires n on n.programme_id = c.programme_id and n.questionnaire_id = c.questionnaire_id
      where m.programme_id = q.programme_id and m.question_id = q.question_id and t.is_active and c.is_active and n.is_active)`
