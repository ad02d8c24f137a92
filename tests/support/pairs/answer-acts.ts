// Answers, comments and codes: entering them and acting on them.

import { randomUUID } from 'node:crypto'
import type { EmptySectionReason } from '#contract/empty-section-reason.ts'
import { callOf, fresh, type WritingName } from '#tests/support/races/race.ts'
import type { Act } from './act.ts'
import type { Stage, Target } from './stage.ts'

const section = ({ standard }: Stage, index: 0 | 1): Target => ({
  questionnaire_id: standard.questionnaire_id,
  section_id: standard.section_ids[index]!
})
const part = ({ survey, case_code }: Stage, index: 0 | 1): Target => ({
  questionnaire_id: survey.questionnaire_id,
  section_id: survey.section_ids[index]!,
  case_code
})

export const filled = (stage: Stage) => {
  const { cell } = stage.standard
  return stage.once('filled', async () => {
    await stage.saved(
      section(stage, 0),
      [
        [cell('Beds'), 20],
        [cell('Beds in use'), 12]
      ],
      'complete'
    )
    await stage.saved(section(stage, 1), [[cell('Staff'), 5]], 'complete')
  })
}
/** The second section can be entered again. */
const reopened = (stage: Stage) =>
  stage.once('reopened', async () => {
    await filled(stage)
    await stage.saved(section(stage, 1), [], 'reopen')
  })
export const signedOff = (stage: Stage) =>
  stage.once('signed off', async () => {
    await filled(stage)
    await stage.saved(section(stage, 0), [], 'sign_off', 'lead')
  })
/** The first section is complete; the second only needs to be marked complete. */
const almostDone = (stage: Stage) => {
  const { cell } = stage.survey
  return stage.once('almost done', async () => {
    await stage.saved(part(stage, 0), [[cell('Age'), 70]], 'complete')
    await stage.saved(part(stage, 1), [[cell('Nights'), 3]])
  })
}

export const saves: readonly Act[] = [
  stage => {
    const { cell } = stage.standard
    return stage.saving(section(stage, 0), [
      [cell('Beds'), 24],
      [cell('Beds in use'), 9],
      [cell('Rooms'), 7],
      [cell('Trolleys'), 2]
    ])
  },
  stage => stage.saving(section(stage, 0), [[stage.standard.cell('Rooms'), 8]]),
  stage => stage.saving(section(stage, 1), [[stage.standard.cell('Staff'), 6]]),
  async stage => {
    await reopened(stage)
    return stage.saving(section(stage, 1), [[stage.standard.cell('Staff'), null]])
  },
  async stage => {
    await reopened(stage)
    return stage.saving(section(stage, 1), [[stage.standard.cell('Staff'), 11]], 'complete')
  },
  async stage => {
    await filled(stage)
    return stage.saving(section(stage, 0), [], 'sign_off', 'lead')
  },
  async stage => {
    await filled(stage)
    return stage.saving(section(stage, 1), [], 'sign_off', 'lead')
  },
  async stage => {
    await signedOff(stage)
    return stage.saving(section(stage, 1), [], 'reopen', 'lead')
  }
]

export const respondentSaves: readonly Act[] = [
  stage => stage.saving(part(stage, 0), [[stage.survey.cell('Age'), 71]]),
  stage => stage.saving(part(stage, 1), [[stage.survey.cell('Nights'), 4]], 'complete'),
  async stage => {
    await almostDone(stage)
    return stage.saving(part(stage, 1), [], 'complete')
  },
  async stage => {
    await almostDone(stage)
    await stage.once('reopened case', () => stage.saved(part(stage, 0), [], 'reopen'))
    return stage.saving(part(stage, 0), [[stage.survey.cell('Age'), null]])
  },
  async stage => {
    await almostDone(stage)
    return stage.saving(part(stage, 0), [], 'reopen')
  }
]

const surveyPlace = ({ survey, submission_id }: Stage) => ({
  questionnaire_id: survey.questionnaire_id,
  submission_id
})

/** The section is blank, whatever the other operation has prepared in the other section. */
const declaring = (stage: Stage, index: 0 | 1, empty_reason: EmptySectionReason) =>
  callOf(
    'declareEmptySection',
    {
      body: {
        ...section(stage, index),
        submission_id: stage.submission_id,
        client_change_id: randomUUID(),
        empty_reason
      }
    },
    stage.tokens.lead
  )

export const answerActs = {
  declareEmptySection: [
    stage => declaring(stage, 0, 'none_happened'),
    stage => declaring(stage, 1, 'not_recorded')
  ],
  saveSection: [...saves, ...respondentSaves],
  postComment: [
    ({ standard, submission_id, tokens }) =>
      callOf(
        'postComment',
        {
          body: {
            questionnaire_id: standard.questionnaire_id,
            section_id: standard.section_ids[0]!,
            submission_id,
            ...standard.cell('Rooms'),
            comment_text: fresh('Why?')
          }
        },
        tokens.contributor
      )
  ],
  createCaseCodes: [
    stage =>
      callOf('createCaseCodes', { body: { ...surveyPlace(stage), quantity: 2 } }, stage.tokens.contributor),
    stage =>
      callOf(
        'createCaseCodes',
        { body: { ...surveyPlace(stage), case_code: stage.case_code } },
        stage.tokens.contributor
      )
  ],
  deleteCaseCode: [
    ({ case_code_id, tokens }) =>
      callOf('deleteCaseCode', { params: { id: case_code_id }, body: { confirm: true } }, tokens.contributor),
    ({ case_code_id, tokens }) =>
      callOf('deleteCaseCode', { params: { id: case_code_id }, body: {} }, tokens.contributor)
  ],
  editReviewer: [
    ({ case_code_id, tokens }) =>
      callOf(
        'editReviewer',
        { params: { id: case_code_id }, body: { reviewer_name: 'Rae Moss' } },
        tokens.contributor
      )
  ]
} satisfies Partial<Record<WritingName, readonly Act[]>>
