import { sql } from 'kysely'
import type { ChartCell } from '#contract/chart-parameters.ts'
import { holdsNumber, isHeading } from '#domain/answers/question-types.ts'
import type { Database } from '#server/database/schema.ts'

/** The cells of a project that hold one number for each submission, and the questions of surveys and repeating blocks, in the order of its questionnaires. */
export async function chartCells(
  database: Database,
  programmeId: number,
  projectId: number
): Promise<ChartCell[]> {
  const { rows } = await sql<ChartCell>`
    select q.question_id, m.row_id, m.column_id, q.question_text, q.question_type, q.unit,
      coalesce(r.row_name, '') as row_name, coalesce(k.column_name, '') as column_name,
      case when t.is_repeating then 'rows' when n.questionnaire_type = 'case' then 'cases' end as aggregated_from,
      coalesce((select json_agg(json_build_object('option_id', o.option_id, 'option_name', o.option_name) order by o.display_order, o.option_id)
        from question_options o where o.programme_id = ${programmeId} and o.question_id = q.question_id), '[]') as option_list,
      t.sub_section_name, c.section_name, n.questionnaire_name,
      q.is_active and c.is_active and t.is_active and coalesce(r.is_active, true) and coalesce(k.is_active, true) as is_active
    from question_memberships m
    join questions q on q.programme_id = m.programme_id and q.question_id = m.question_id
    join sub_sections t on t.programme_id = m.programme_id and t.sub_section_id = m.sub_section_id
    join sections c on c.programme_id = t.programme_id and c.section_id = t.section_id
    join questionnaires n on n.programme_id = c.programme_id and n.questionnaire_id = c.questionnaire_id
    left join sub_section_rows r on r.programme_id = ${programmeId} and r.row_id = m.row_id
    left join sub_section_columns k on k.programme_id = ${programmeId} and k.column_id = m.column_id
    where m.programme_id = ${programmeId} and n.project_id = ${projectId}
      and q.project_id = ${projectId} and not (n.questionnaire_type = 'case' and t.is_repeating)
    order by n.display_order, n.questionnaire_id, c.display_order, c.section_id, t.display_order, t.sub_section_id,
      m.display_order, r.display_order, k.display_order, m.membership_id`.execute(database)
  return rows.filter(cell => (cell.aggregated_from === null ? holdsNumber(cell) : !isHeading(cell)))
}
