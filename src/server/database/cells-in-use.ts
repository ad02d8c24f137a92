import { sql } from 'kysely'

/** SQL: whether a cell, a row `m` of question_memberships in a sub-section `t`, is asked: a question in a retired row or column is retired with it. */
export const IS_CELL_IN_USE = sql<boolean>`(t.is_active
  and exists (select from questions w where w.programme_id = m.programme_id and w.question_id = m.question_id and w.is_active)
  and not exists (select from sub_section_rows w where w.programme_id = m.programme_id and w.row_id = m.row_id and not w.is_active)
  and not exists (select from sub_section_columns w where w.programme_id = m.programme_id and w.column_id = m.column_id and not w.is_active))`

/** SQL: the name of the part with which a cell is retired, or null; of the same rows as `IS_CELL_IN_USE`. The programme is named, so that one partition is read. */
export const retiredPart = (programmeId: number) => sql<string | null>`coalesce(
  (select w.question_text from questions w where w.programme_id = ${programmeId} and w.question_id = m.question_id and not w.is_active),
  case when not t.is_active then t.sub_section_name end,
  (select w.row_name from sub_section_rows w where w.programme_id = ${programmeId} and w.row_id = m.row_id and not w.is_active),
  (select w.column_name from sub_section_columns w where w.programme_id = ${programmeId} and w.column_id = m.column_id and not w.is_active))`
