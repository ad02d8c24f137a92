// A question that two questionnaires of a stage ask.

import { PROGRAMME } from '#tests/support/races/race-accounts.ts'
import type { Stage } from './pairs/stage.ts'

/** A second questionnaire that asks for staff as well, and for something of its own. */
export async function askTwice(stage: Stage) {
  const { database } = stage.server
  const programme = { programme_id: PROGRAMME }
  const { questionnaire_id } = await database
    .insertInto('questionnaires')
    .values({
      ...programme,
      project_id: stage.place.project_id,
      questionnaire_name: 'Again',
      questionnaire_type: 'standard'
    })
    .returning('questionnaire_id')
    .executeTakeFirstOrThrow()
  await database
    .insertInto('questionnaire_periods')
    .values({
      ...programme,
      questionnaire_id,
      time_period_id: stage.place.time_period_id,
      opens_at: new Date(0),
      closes_at: new Date('2100-01-01')
    })
    .execute()
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
  const { question_id } = await database
    .insertInto('questions')
    .values({
      ...programme,
      project_id: stage.place.project_id,
      question_text: 'Own',
      question_type: 'integer'
    })
    .returning('question_id')
    .executeTakeFirstOrThrow()
  const staff = stage.standard.cell('Staff')
  await database
    .insertInto('question_memberships')
    .values([staff.question_id, question_id].map(id => ({ ...programme, sub_section_id, question_id: id })))
    .execute()
  return {
    questionnaire_id,
    section_id,
    sub_section_id,
    staff,
    own: { question_id, row_id: 0, column_id: 0 }
  }
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
