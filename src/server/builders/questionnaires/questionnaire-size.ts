// Checks a questionnaire as a whole after a part was added to it or restored.

import { sql } from 'kysely'
import {
  faultsOfSize,
  repeatedPlacementFault,
  type StructureSize
} from '#domain/questionnaires/questionnaire-faults.ts'
import { throwFirstFault } from '#server/builders/refuse.ts'
import type { Tx } from '#server/database/schema.ts'

/** The field of a single call that adds each part. */
const addingFields: Readonly<Record<string, string>> = {
  sections: 'section_name',
  sub_sections: 'sub_section_name',
  rows: 'row_name',
  columns: 'column_name',
  cells: 'question_id',
  questions: 'question_id',
  formulas: 'expression',
  question: 'question_id'
}

/** Refuses the addition if the questionnaire is now too large, or has a question in two lists. */
export async function validateQuestionnaire(
  tx: Tx,
  programmeId: number,
  questionnaireId: number
): Promise<void> {
  const { repeated, ...size } = await readSize(tx, programmeId, questionnaireId)
  const faults = [...faultsOfSize(size), ...(repeated > 0 ? [repeatedPlacementFault] : [])]
  throwFirstFault(faults, field => addingFields[field] ?? field)
}

async function readSize(
  tx: Tx,
  programmeId: number,
  questionnaireId: number
): Promise<StructureSize & { repeated: number }> {
  const { rows } = await sql<StructureSize & { repeated: number }>`
    with used_sections as (
      select c.section_id from sections c
      where c.programme_id = ${programmeId} and c.questionnaire_id = ${questionnaireId} and c.is_active
    ), used_sub_sections as (
      select t.sub_section_id, t.section_id from sub_sections t
      where t.programme_id = ${programmeId} and t.is_active and t.section_id in (select section_id from used_sections)
    ), used_places as (
      select t.sub_section_id, m.row_id, m.column_id, q.question_id, q.expression from used_sub_sections t
      join question_memberships m on m.programme_id = ${programmeId} and m.sub_section_id = t.sub_section_id
      join questions q on q.programme_id = ${programmeId} and q.question_id = m.question_id
      where q.is_active
    )
    select
      (select count(*) from used_sections) as sections,
      (select coalesce(max(n), 0) from (select count(*) as n from used_sub_sections group by section_id) x) as sub_sections,
      (select coalesce(max(n), 0) from (select count(*) as n from sub_section_rows r
        where r.programme_id = ${programmeId} and r.is_active and r.sub_section_id in (select sub_section_id from used_sub_sections)
        group by r.sub_section_id) x) as rows,
      (select coalesce(max(n), 0) from (select count(*) as n from sub_section_columns k
        where k.programme_id = ${programmeId} and k.is_active and k.sub_section_id in (select sub_section_id from used_sub_sections)
        group by k.sub_section_id) x) as columns,
      (select count(*) from used_places) as cells,
      (select count(distinct question_id) from used_places) as questions,
      (select count(distinct question_id) from used_places where expression ~ '\\S') as formulas,
      (select count(*) from (select question_id from used_places where row_id = 0 and column_id = 0
        group by question_id having count(distinct sub_section_id) > 1) x) as repeated`.execute(tx)
  return rows[0]!
}
