// Questions that several sections ask: an answer given in one of them is the answer in all.

import type { Database } from './schema.ts'
import { inProgramme } from './tenant.ts'

export interface SharingSection {
  section_id: number
  questionnaire_id: number
}

/** The questions of sections, and where else they are asked. */
const selectQuestionsOf = (database: Database, programmeId: number) =>
  database
    .selectFrom('question_memberships as m')
    .innerJoin('sub_sections as u', join => inProgramme(join, 'u', 'm', 'sub_section_id'))
    .innerJoin('sections as s', join => inProgramme(join, 's', 'u', 'section_id'))
    .select('m.question_id')
    .where('m.programme_id', '=', programmeId)

const selectSectionsAsking = (database: Database, programmeId: number) =>
  database
    .selectFrom('question_memberships as o')
    .innerJoin('sub_sections as t', join => inProgramme(join, 't', 'o', 'sub_section_id'))
    .innerJoin('sections as c', join => inProgramme(join, 'c', 't', 'section_id'))
    .innerJoin('questionnaires as q', join => inProgramme(join, 'q', 'c', 'questionnaire_id'))
    .distinct()
    .where('o.programme_id', '=', programmeId)

/** The sections in use that ask one of this section's questions as well, in questionnaires of the same type. */
export const sectionsSharing = (
  database: Database,
  programmeId: number,
  sectionId: number
): Promise<SharingSection[]> =>
  selectSectionsAsking(database, programmeId)
    .select(['c.section_id', 'c.questionnaire_id'])
    .where(
      'o.question_id',
      'in',
      selectQuestionsOf(database, programmeId)
        .where('u.section_id', '=', sectionId)
        .where('u.is_active', '=', true)
    )
    // A case has its own answers.
    .where('q.questionnaire_type', '=', eb =>
      eb
        .selectFrom('sections as s')
        .innerJoin('questionnaires as n', join => inProgramme(join, 'n', 's', 'questionnaire_id'))
        .select('n.questionnaire_type')
        .where('s.programme_id', '=', programmeId)
        .where('s.section_id', '=', sectionId)
    )
    .where('c.section_id', '!=', sectionId)
    .where('t.is_active', '=', true)
    .where('c.is_active', '=', true)
    .where('q.is_active', '=', true)
    .orderBy('c.section_id')
    .execute()

/** The questionnaires that ask a question of these. */
export async function questionnairesSharing(
  database: Database,
  programmeId: number,
  questionnaireIds: readonly number[]
): Promise<number[]> {
  const rows = await selectSectionsAsking(database, programmeId)
    .select('q.questionnaire_id')
    .where(
      'o.question_id',
      'in',
      selectQuestionsOf(database, programmeId).where('s.questionnaire_id', 'in', questionnaireIds)
    )
    .execute()
  return rows.map(({ questionnaire_id }) => questionnaire_id)
}
