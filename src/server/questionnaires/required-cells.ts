import { sql } from 'kysely'

/**
 * SQL: the number of required cells of each untouched section. Repeating rows require none before they are
 * started.
 */
export const requiredCells = (programmeId: number) => sql`
  select t.section_id, count(*) as cells
  from sub_sections t
  join question_memberships m on m.programme_id = t.programme_id and m.sub_section_id = t.sub_section_id
  where t.programme_id = ${programmeId} and t.is_active and not t.is_repeating and m.is_required and not m.is_disabled
  group by t.section_id`
