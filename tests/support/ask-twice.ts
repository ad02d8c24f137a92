// A question that two questionnaires ask.

import type { Database } from '#server/database/schema.ts'
import { PROGRAMME } from '#tests/support/races/race-accounts.ts'
import type { Stage } from './pairs/stage.ts'

/** Another questionnaire of a project, with these questions in its only section. */
export async function addQuestionnaire(
  database: Database,
  project_id: number,
  questionIds: readonly number[]
) {
  const programme = { programme_id: PROGRAMME }
  const { questionnaire_id } = await database
    .insertInto('questionnaires')
    .values({ ...programme, project_id, questionnaire_name: 'Again', questionnaire_type: 'standard' })
    .returning('questionnaire_id')
    .executeTakeFirstOrThrow()
  const { section_id } = await database
    .insertInto('sections')
    .values({ ...programme, questionnaire_id, section_name: 'Again' })
    .returning('section_id')
    .executeTakeFirstOrThrow()
  const { sub_section_id } = await database
    .insertInto('sub_sections')
    .values({ ...programme, section_id, sub_section_name: 'Again', layout: 'list' })
    .returning('sub_section_id')
    .executeTakeFirstOrThrow()
  await database
    .insertInto('question_memberships')
    .values(questionIds.map(question_id => ({ ...programme, sub_section_id, question_id })))
    .execute()
  return { questionnaire_id, section_id, sub_section_id }
}

/** A second questionnaire that asks for staff as well, and for something of its own. */
export async function askTwice(stage: Stage) {
  const { database } = stage.server
  const { project_id, time_period_id } = stage.place
  const programme = { programme_id: PROGRAMME }
  const { question_id } = await database
    .insertInto('questions')
    .values({ ...programme, project_id, question_text: 'Own', question_type: 'integer' })
    .returning('question_id')
    .executeTakeFirstOrThrow()
  const staff = stage.standard.cell('Staff')
  const added = await addQuestionnaire(database, project_id, [staff.question_id, question_id])
  const { questionnaire_id } = added
  const [opens_at, closes_at] = [new Date(0), new Date('2100-01-01')]
  await database
    .insertInto('questionnaire_periods')
    .values({ ...programme, questionnaire_id, time_period_id, opens_at, closes_at })
    .execute()
  return { ...added, staff, own: { question_id, row_id: 0, column_id: 0 } }
}

/** A calculated question in these sub-sections. */
export async function askCalculated(
  { server: { database }, place: { project_id } }: Stage,
  subSectionIds: readonly number[],
  expression: string
): Promise<number> {
  const { question_id } = await database
    .insertInto('questions')
    .values({
      programme_id: PROGRAMME,
      project_id,
      question_text: 'Hands',
      question_type: 'calculated',
      expression
    })
    .returning('question_id')
    .executeTakeFirstOrThrow()
  await database
    .insertInto('question_memberships')
    .values(subSectionIds.map(sub_section_id => ({ programme_id: PROGRAMME, sub_section_id, question_id })))
    .execute()
  return question_id
}
