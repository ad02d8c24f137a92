// An admin's changes of a questionnaire or a survey while it is answered.

import { createQuestion } from '#contract/questions.ts'
import { callOf, fresh, type WritingName } from '#tests/support/races/race.ts'
import type { Act } from './act.ts'
import type { Stage } from './stage.ts'

const period = (time_period_id: number, is_locked = false) => ({
  time_period_id,
  opens_at: null,
  closes_at: null,
  is_locked
})
const questionOf =
  (body: object, at: (stage: Stage) => number): Act =>
  stage =>
    callOf('updateQuestion', { params: { id: at(stage) }, body }, stage.tokens.admin)
const rooms = ({ standard }: Stage) => standard.at('Rooms').question_id
const age = ({ survey }: Stage) => survey.at('Age').question_id
const structureOf =
  (which: 'standard' | 'survey', body: (stage: Stage) => object): Act =>
  stage =>
    callOf(
      'updateStructure',
      { params: { id: stage[which].questionnaire_id }, body: body(stage) },
      stage.tokens.admin
    )
const removal =
  (at: (stage: Stage) => number): Act =>
  stage =>
    callOf('deleteQuestionMemberships', { body: { membership_ids: [at(stage)] } }, stage.tokens.admin)

const another = ({ place }: Stage) => ({
  project_id: place.project_id,
  question_text: fresh('Question'),
  question_type: 'integer' as const
})

export const structureActs = {
  createSection: [
    ({ standard: { questionnaire_id }, tokens }) =>
      callOf('createSection', { body: { questionnaire_id, section_name: fresh('Section') } }, tokens.admin)
  ],
  updateSection: [
    ({ standard, tokens }) =>
      callOf(
        'updateSection',
        { params: { id: standard.section_ids[1]! }, body: { is_active: false } },
        tokens.admin
      ),
    ({ standard, tokens }) =>
      callOf(
        'updateSection',
        { params: { id: standard.section_ids[0]! }, body: { guidance_html: '<p>New</p>' } },
        tokens.admin
      )
  ],
  createSubSection: [
    ({ standard, tokens }) =>
      callOf(
        'createSubSection',
        { body: { section_id: standard.section_ids[0]!, sub_section_name: fresh('Part'), layout: 'list' } },
        tokens.admin
      )
  ],
  updateSubSection: [
    ({ standard, tokens }) =>
      callOf(
        'updateSubSection',
        { params: { id: standard.at('Staff').sub_section_id }, body: { is_active: false } },
        tokens.admin
      )
  ],
  createSubSectionRow: [
    ({ standard, tokens }) =>
      callOf(
        'createSubSectionRow',
        { body: { sub_section_id: standard.at('Beds').sub_section_id, row_name: fresh('Row') } },
        tokens.admin
      )
  ],
  updateSubSectionRow: [
    ({ standard, tokens }) =>
      callOf(
        'updateSubSectionRow',
        { params: { id: standard.at('Trolleys').row_id }, body: { is_active: false } },
        tokens.admin
      )
  ],
  createSubSectionColumn: [
    ({ standard, tokens }) =>
      callOf(
        'createSubSectionColumn',
        { body: { sub_section_id: standard.at('Beds').sub_section_id, column_name: fresh('Column') } },
        tokens.admin
      )
  ],
  updateSubSectionColumn: [
    ({ standard, tokens }) =>
      callOf(
        'updateSubSectionColumn',
        { params: { id: standard.at('Beds').column_id }, body: { column_name: fresh('Column') } },
        tokens.admin
      )
  ],
  createStructure: [
    ({ place: { project_id, time_period_id }, tokens }) =>
      callOf(
        'createStructure',
        { body: { project_id, time_period_id, questionnaire_name: fresh('Another') } },
        tokens.admin
      )
  ],
  orderStructure: [
    ({ standard, tokens }) =>
      callOf(
        'orderStructure',
        {
          params: { id: standard.questionnaire_id },
          body: {
            part: 'section',
            within: standard.questionnaire_id,
            order: [...standard.section_ids].toReversed()
          }
        },
        tokens.admin
      )
  ],
  updateStructure: [
    structureOf('standard', ({ earlier_period_id }) => ({ periods: [period(earlier_period_id)] })),
    structureOf('survey', () => ({ is_active: false })),
    structureOf('standard', ({ place, earlier_period_id }) => ({
      periods: [period(place.time_period_id, true), period(earlier_period_id)]
    })),
    structureOf('standard', () => ({ is_active: false })),
    structureOf('standard', ({ scope_ids }) => ({ scope_ids: [...scope_ids] }))
  ],
  createQuestionMembership: [
    async stage => {
      const made = await stage.server.call(createQuestion, { body: another(stage) }, stage.tokens.admin)
      const body = {
        sub_section_id: stage.standard.at('Rooms').sub_section_id,
        question_id: made.body.question_id
      }
      return callOf('createQuestionMembership', { body }, stage.tokens.admin)
    }
  ],
  deleteQuestionMemberships: [
    removal(({ standard }) => standard.at('Rooms').membership_id),
    removal(({ standard }) => standard.at('Trolleys').membership_id),
    removal(({ survey }) => survey.at('Age').membership_id)
  ],
  createQuestion: [stage => callOf('createQuestion', { body: another(stage) }, stage.tokens.admin)],
  updateQuestion: [
    questionOf({ question_type: 'text' }, rooms),
    questionOf({ question_type: 'text' }, age),
    questionOf({ max_value: 5 }, rooms),
    questionOf({ is_active: false }, rooms),
    stage => {
      const id = (text: string) => stage.standard.at(text).question_id
      const expression = `q${id('Beds')} + q${id('Beds in use')}`
      return callOf(
        'updateQuestion',
        { params: { id: id('Free beds') }, body: { expression } },
        stage.tokens.admin
      )
    }
  ]
} satisfies Partial<Record<WritingName, readonly Act[]>>
