// Everything that can be found, as rows of one shape, so that one query narrows, ranks and counts them.
import { sql, type RawBuilder } from 'kysely'
import { QuestionType } from '#contract/questionnaires.ts'
import { isHeading } from '#domain/question-types.ts'
import type { User } from '../http/caller.ts'
import type { Database } from '../database/schema.ts'
import { visibleDocuments } from '../documents/readable-documents.ts'

/** Titles between questions: nobody looks for them. */
const HEADINGS = QuestionType.options.filter(question_type => isHeading({ question_type }))

export interface SearchRow {
  result_type: 'chart' | 'project' | 'document' | 'guidance' | 'question'
  id: number
  title: string
  body: string
  project_code: string | null
  project_name: string | null
  project_id: number | null
  time_period_id: number | null
  document_type: string | null
  /** The position of a chart. */
  explorer_type: string | null
  group_slug: string | null
  /** The position of a question. */
  questionnaire_id: number | null
  section_id: number | null
}

interface Scope {
  caller: User
  now: Date
  /** Charts of this explorer type only, and addressed in it. */
  explorerType: string | null
}

/** Text of HTML: tags are not searched. */
const plain = (html: RawBuilder<unknown>) => sql`regexp_replace(${html}, '<[^>]*>', ' ', 'g')`

/** A `select` of all that the caller may see. Nothing in it names an organisation, so anonymous projects stay anonymous. */
export const searchRows = (database: Database, scope: Scope): RawBuilder<SearchRow> => sql<SearchRow>`
  ${charts(scope)} union all ${projects(scope)} union all ${documents(database, scope)} union all ${guidances(scope)} union all ${questions(scope)}`

const charts = ({ caller: { programmeId }, explorerType }: Scope) => sql`
  select 'chart' as result_type, c.chart_id as id, c.chart_name as title,
    ${plain(sql`concat_ws(' ', c.definition_html, c.numerator_text, c.denominator_text, c.unit)`)} as body,
    p.project_code, p.project_name, p.project_id, c.time_period_id, null::text as document_type,
    k.explorer_type, g.group_slug, null::bigint as questionnaire_id, null::bigint as section_id
  from charts c
  join projects p on p.programme_id = c.programme_id and p.project_id = c.project_id
  join (
    select m.chart_id, min(m.membership_id) as membership_id
    from chart_group_memberships m
    join chart_groups g on g.programme_id = m.programme_id and g.chart_group_id = m.chart_group_id
    join collections k on k.programme_id = g.programme_id and k.collection_id = g.collection_id
    where m.programme_id = ${programmeId} and (${explorerType}::text is null or k.explorer_type = ${explorerType}::text)
    group by m.chart_id
  ) first_place on first_place.chart_id = c.chart_id
  join chart_group_memberships m on m.programme_id = c.programme_id and m.membership_id = first_place.membership_id
  join chart_groups g on g.programme_id = m.programme_id and g.chart_group_id = m.chart_group_id
  join collections k on k.programme_id = g.programme_id and k.collection_id = g.collection_id
  where c.programme_id = ${programmeId} and c.is_active`

const projects = ({ caller: { programmeId } }: Scope) => sql`
  select 'project', p.project_id, p.project_name, p.summary, p.project_code, p.project_name, p.project_id, null, null, null, null, null, null
  from projects p where p.programme_id = ${programmeId}`

const documents = (database: Database, { caller, now }: Scope) => sql`
  select 'document', d.document_id, d.document_name, concat_ws(' ', d.document_type, d.file_name, d.version_label),
    p.project_code, p.project_name, d.project_id, d.time_period_id, d.document_type, null, null, null, null
  from ${visibleDocuments(database, caller.programmeId, caller, now)} d
  left join projects p on p.programme_id = ${caller.programmeId} and p.project_id = d.project_id`

const guidances = ({ caller: { programmeId } }: Scope) => sql`
  select 'guidance', g.project_guidance_id, g.title, ${plain(sql`g.body_html`)}, p.project_code, p.project_name, p.project_id,
    null, null, null, null, null, null
  from project_guidances g
  join projects p on p.programme_id = g.programme_id and p.project_id = g.project_id
  where g.programme_id = ${programmeId}`

const questions = ({ caller: { programmeId } }: Scope) => sql`
  select 'question', q.question_id, q.question_text, concat_ws(' ', ${plain(sql`q.help_text`)}, c.section_name, n.questionnaire_name),
    p.project_code, p.project_name, p.project_id, null, null, null, null,
    case when n.questionnaire_type = 'standard' then n.questionnaire_id end, c.section_id
  from questions q
  join (
    select m.question_id, min(t.section_id) as section_id
    from question_memberships m
    join sub_sections t on t.programme_id = m.programme_id and t.sub_section_id = m.sub_section_id
    join sections c on c.programme_id = t.programme_id and c.section_id = t.section_id
    where m.programme_id = ${programmeId} and t.is_active and c.is_active
    group by m.question_id
  ) first_place on first_place.question_id = q.question_id
  join sections c on c.programme_id = q.programme_id and c.section_id = first_place.section_id
  join questionnaires n on n.programme_id = c.programme_id and n.questionnaire_id = c.questionnaire_id
  join projects p on p.programme_id = n.programme_id and p.project_id = n.project_id
  where q.programme_id = ${programmeId} and q.is_active and n.is_active and q.question_type not in (${sql.join(HEADINGS)})`
