import { sql } from 'kysely'
import type { ChartCell } from '#contract/chart-parameters.ts'
import { holdsNumber } from '#domain/answers/question-types.ts'
import type { Row } from '#server/database/column-types.ts'
import type { Database } from '#server/database/schema.ts'

type ChartCellRow = ChartCell & Pick<Row<'questions'>, 'question_type'>

/** The cells of a project that hold one number for each submission, in the order of its questionnaires. */
export async function chartCells(
  database: Database,
  programmeId: number,
  projectId: number
): Promise<ChartCell[]> {
  // Rows that respondents add have no cell that every submission has.
  const { rows } = await sql<ChartCellRow>`
    select q.question_id, m.row_id, m.column_id, q.question_text, q.question_type, q.unit,
      coalesce(r.row_name, '') as row_name, coalesce(k.column_name, '') as column_name,
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
      and q.project_id = ${projectId} and n.questionnaire_type = 'standard' and not t.is_repeating
    order by n.display_order, n.questionnaire_id, c.display_order, c.section_id, t.display_order, t.sub_section_id,
      m.display_order, r.display_order, k.display_order, m.membership_id`.execute(database)
  return rows.filter(holdsNumber).map(({ question_type: _type, ...cell }) => cell)
}
