import type { Database } from '#server/database/schema.ts'

/** Every place of a question, with the section and the questionnaire that it belongs to. */
export function questionMemberships(tx: Database, programmeId: number, questionId: number) {
  return tx
    .selectFrom('question_memberships as m')
    .innerJoin('sub_sections as t', join =>
      join.onRef('t.programme_id', '=', 'm.programme_id').onRef('t.sub_section_id', '=', 'm.sub_section_id')
    )
    .innerJoin('sections as c', join =>
      join.onRef('c.programme_id', '=', 't.programme_id').onRef('c.section_id', '=', 't.section_id')
    )
    .select(['m.sub_section_id', 'm.row_id', 'm.column_id', 'c.section_id', 'c.questionnaire_id'])
    .where('m.programme_id', '=', programmeId)
    .where('t.programme_id', '=', programmeId)
    .where('c.programme_id', '=', programmeId)
    .where('m.question_id', '=', questionId)
    .execute()
}
