import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'

/** Every place of a question, with the section and the questionnaire that it belongs to. */
export function questionMemberships(tx: Database, programmeId: number, questionId: number) {
  return tx
    .selectFrom('question_memberships as m')
    .innerJoin('sub_sections as t', join => inProgramme(join, 't', 'm', 'sub_section_id'))
    .innerJoin('sections as c', join => inProgramme(join, 'c', 't', 'section_id'))
    .select(['m.sub_section_id', 'm.row_id', 'm.column_id', 'c.section_id', 'c.questionnaire_id'])
    .where(eb => eb.and({ 'm.programme_id': programmeId, 'm.question_id': questionId }))
    .execute()
}
