// Acceptance of a questionnaire while it is open for corrections, and correction windows.

import { acceptSubmissions } from '#contract/acceptances.ts'
import { listCorrectionWindows, openCorrectionWindows } from '#contract/correction-windows.ts'
import { PROGRAMME } from '#tests/support/races/race-accounts.ts'
import { callOf, type WritingName } from '#tests/support/races/race.ts'
import type { Act } from './act.ts'
import { filled } from './answer-acts.ts'
import { selection, type Stage } from './stage.ts'

export const opening = (stage: Stage) => ({
  body: {
    ...selection(stage),
    submission_ids: [stage.submission_id],
    questionnaire_id: stage.standard.questionnaire_id,
    section_id: null,
    window_kind: 'change' as const,
    open_until: '2100-01-01T00:00:00Z',
    reason_text: 'Counted twice.'
  }
})

/** The questionnaire is complete and closed. */
const closed = (stage: Stage) =>
  stage.once('closed', async () => {
    await filled(stage)
    await stage.server.database
      .updateTable('questionnaire_periods')
      .set({ closes_at: new Date(1) })
      .where('programme_id', '=', PROGRAMME)
      .where('questionnaire_id', '=', stage.standard.questionnaire_id)
      .where('time_period_id', '=', stage.place.time_period_id)
      .execute()
  })

/** It is open for corrections. */
const correcting = (stage: Stage) =>
  stage.once('correcting', async () => {
    await closed(stage)
    await stage.server.call(openCorrectionWindows, opening(stage), stage.tokens.admin)
  })

const accepted = (stage: Stage) => ({
  body: {
    ...selection(stage),
    accepted_questionnaires: [
      { submission_id: stage.submission_id, questionnaire_id: stage.standard.questionnaire_id }
    ]
  }
})

export const acceptanceActs = {
  acceptSubmissions: [
    async stage => {
      await correcting(stage)
      return callOf('acceptSubmissions', accepted(stage), stage.tokens.admin)
    },
    async stage => {
      await correcting(stage)
      const body = { ...selection(stage), accepted_questionnaires: null }
      return callOf('acceptSubmissions', { body }, stage.tokens.admin)
    }
  ],
  revokeAcceptance: [
    async stage => {
      await correcting(stage)
      await stage.once('accepted', () =>
        stage.server.call(acceptSubmissions, accepted(stage), stage.tokens.admin)
      )
      const { submission_id, standard } = stage
      const body = {
        submission_id,
        questionnaire_id: standard.questionnaire_id,
        reason_text: 'Counted again.'
      }
      return callOf('revokeAcceptance', { body }, stage.tokens.admin)
    }
  ],
  planCorrectionWindows: [
    async stage => {
      await closed(stage)
      const { submission_ids, questionnaire_id, section_id } = opening(stage).body
      const body = { ...selection(stage), submission_ids, questionnaire_id, section_id }
      return callOf('planCorrectionWindows', { body }, stage.tokens.admin)
    }
  ],
  openCorrectionWindows: [
    async stage => {
      await closed(stage)
      return callOf('openCorrectionWindows', opening(stage), stage.tokens.admin)
    }
  ],
  closeCorrectionWindow: [
    async stage => {
      await correcting(stage)
      const query = { ...selection(stage), limit: 1, offset: 0 }
      const { body } = await stage.server.call(listCorrectionWindows, { query }, stage.tokens.admin)
      const { correction_window_id: id } = body.correction_windows[0]!
      return callOf('closeCorrectionWindow', { params: { id } }, stage.tokens.admin)
    }
  ]
} satisfies Partial<Record<WritingName, readonly Act[]>>
