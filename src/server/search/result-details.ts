// Details of one page of results besides their titles: the text around the words, and their targets.

import { sql, type RawBuilder } from 'kysely'
import type { SearchResultType } from '#contract/search.ts'
import { IS_CELL_IN_USE } from '#server/database/cells-in-use.ts'
import type { Database } from '#server/database/schema.ts'

export interface ResultDetail {
  id: number
  body: string
  project_code: string | null
  project_name: string | null
  /** The position of a chart. */
  explorer_type?: string
  group_slug?: string
  /** The position of a question; without a questionnaire where it is asked by case codes. */
  questionnaire_id?: number | null
  section_id?: number
}

interface WantedDetails {
  programmeId: number
  ids: readonly number[]
  explorerType: string | null
}

/** Text of HTML: tags are not shown. */
const withoutTags = (html: RawBuilder<unknown>) => sql`regexp_replace(${html}, '<[^>]*>', ' ', 'g')`

/** Of a question, in each section that asks it. */
export async function resultDetails(
  database: Database,
  kind: SearchResultType,
  wanted: WantedDetails
): Promise<Map<number, ResultDetail[]>> {
  const { rows } = await statements[kind](wanted).execute(database)
  return Map.groupBy(rows, row => row.id)
}

const statements: Record<SearchResultType, (wanted: WantedDetails) => RawBuilder<ResultDetail>> = {
  chart: ({ programmeId, ids, explorerType }) => sql<ResultDetail>`
    select distinct on (c.chart_id) c.chart_id as id, p.project_code, p.project_name, k.explorer_type, g.group_slug,
      case when c.definition_html = '' then concat_ws(' / ', nullif(c.numerator_text, ''), nullif(c.denominator_text, ''))
        else ${withoutTags(sql`c.definition_html`)} end as body
    from charts c
    join projects p on p.programme_id = c.programme_id and p.project_id = c.project_id
    join chart_group_memberships m on m.programme_id = c.programme_id and m.chart_id = c.chart_id
    join chart_groups g on g.programme_id = m.programme_id and g.chart_group_id = m.chart_group_id
    join collections k on k.programme_id = g.programme_id and k.collection_id = g.collection_id
    where c.programme_id = ${programmeId} and c.chart_id = any(${ids})
      and (${explorerType}::text is null or k.explorer_type = ${explorerType}::text)
    order by c.chart_id, m.membership_id`,
  project: ({ programmeId, ids }) => sql<ResultDetail>`
    select p.project_id as id, p.summary as body, p.project_code, p.project_name
    from projects p where p.programme_id = ${programmeId} and p.project_id = any(${ids})`,
  document: ({ programmeId, ids }) => sql<ResultDetail>`
    select d.document_id as id, concat_ws(' ', d.document_type, d.file_name, d.version_label) as body, p.project_code, p.project_name
    from documents d
    left join projects p on p.programme_id = d.programme_id and p.project_id = d.project_id
    where d.programme_id = ${programmeId} and d.document_id = any(${ids})`,
  guidance: ({ programmeId, ids }) => sql<ResultDetail>`
    select g.project_guidance_id as id, ${withoutTags(sql`g.body_html`)} as body, p.project_code, p.project_name
    from project_guidances g
    join projects p on p.programme_id = g.programme_id and p.project_id = g.project_id
    where g.programme_id = ${programmeId} and g.project_guidance_id = any(${ids})`,
  question: ({ programmeId, ids }) => sql<ResultDetail>`
    select distinct on (q.question_id, c.section_id) q.question_id as id, p.project_code, p.project_name, c.section_id,
      concat_ws('. ', nullif(rtrim(${withoutTags(sql`q.help_text`)}, '. '), ''), c.section_name, n.questionnaire_name) as body,
      case when n.questionnaire_type = 'standard' then n.questionnaire_id end as questionnaire_id
    from questions q
    join question_memberships m on m.programme_id = q.programme_id and m.question_id = q.question_id
    join sub_sections t on t.programme_id = m.programme_id and t.sub_section_id = m.sub_section_id
    join sections c on c.programme_id = t.programme_id and c.section_id = t.section_id
    join questionnaires n on n.programme_id = c.programme_id and n.questionnaire_id = c.questionnaire_id
    join projects p on p.programme_id = n.programme_id and p.project_id = n.project_id
    where q.programme_id = ${programmeId} and q.question_id = any(${ids}) and ${IS_CELL_IN_USE} and c.is_active and n.is_active
    order by q.question_id, c.section_id`
}
