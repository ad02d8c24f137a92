// Acceptance: of many admins who accept or revoke the same questionnaire, one succeeds. And of a declaration that a section is empty and an answer in it,
// one.

import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { acceptSubmissions, revokeAcceptance } from '#contract/acceptances.ts'
import { closeCorrectionWindow, openCorrectionWindows } from '#contract/correction-windows.ts'
import { getSectionQuestions } from '#contract/questionnaires.ts'
import { cellOf, ownSubmission } from '#tests/support/seeded.ts'
import { PROGRAMME } from './race-accounts.ts'
import { AT_ONCE, byTurns, callOf, times, type Arena, type Scenario, type WritingName } from './race.ts'

/** A complete questionnaire of a period that is published. */
async function completed({ server, grouping }: Arena) {
  const submission_id = await ownSubmission(server, 'ward-staffing', '2025')
  const { questionnaire_id } = await cellOf(server, submission_id, 'Staffed beds')
  const place = await grouping.selection('ward-staffing', '2025')
  const { project_id, time_period_id } = place
  const token = await server.tokenOf('admin')
  const named = { submission_id, questionnaire_id }
  const accepting = { project_id, time_period_id, accepted_questionnaires: [named] }
  const revoking = { ...named, reason_text: 'Counted again.' }
  const inForce = async (): Promise<number> => {
    const rows = await server.database
      .selectFrom('acceptances')
      .select('acceptance_id')
      .where('programme_id', '=', PROGRAMME)
      .where('submission_id', '=', submission_id)
      .where('revoked_at', 'is', null)
      .execute()
    return rows.length
  }
  const opening = {
    project_id,
    time_period_id,
    submission_ids: [submission_id],
    questionnaire_id,
    section_id: null,
    window_kind: 'change' as const,
    open_until: '2099-01-31T12:00:00Z',
    reason_text: 'Counted twice.'
  }
  const openWindows = async (): Promise<number[]> => {
    const rows = await server.database
      .selectFrom('correction_windows')
      .select('correction_window_id')
      .where('programme_id', '=', PROGRAMME)
      .where('submission_id', '=', submission_id)
      .where('open_until', '>', server.clock.now)
      .execute()
    return rows.map(row => row.correction_window_id)
  }
  /** Other races change this period. */
  const closeWindows = async (): Promise<void> => {
    for (const id of await openWindows()) await server.call(closeCorrectionWindow, { params: { id } }, token)
  }
  return { token, accepting, revoking, inForce, opening, openWindows, closeWindows }
}

export const acceptanceRaces = {
  declareEmptySection: async ({ server, saving }) => {
    const submission_id = await saving.blankWard()
    const { questionnaire_id, section_id, place } = await cellOf(server, submission_id, 'Bank hours')
    const token = await server.tokenOf('lead')
    const target = { questionnaire_id, section_id, submission_id }
    const declare = callOf(
      'declareEmptySection',
      { body: { ...target, client_change_id: randomUUID(), empty_reason: 'not_done' } },
      token
    )
    const answers = [{ ...place, value: 3, base_version: 0 }]
    const enter = callOf(
      'saveSection',
      { body: { ...target, client_change_id: randomUUID(), action: 'save', answers } },
      token
    )
    return {
      // Whichever comes first refuses the other; repetitions of it get the same result.
      calls: byTurns(declare, enter),
      winners: AT_ONCE / 2,
      async after() {
        const params = { id: questionnaire_id, sid: section_id }
        const { body } = await server.call(getSectionQuestions, { params, query: { submission_id } }, token)
        const entered = body.sub_sections
          .flatMap(one => one.questions)
          .some(({ answer }) => answer.value === 3)
        expect(entered).toBe(body.section.empty_reason === null)
      }
    }
  },
  acceptSubmissions: async arena => {
    const { token, accepting, revoking, inForce } = await completed(arena)
    return {
      calls: times(AT_ONCE, () => callOf('acceptSubmissions', { body: accepting }, token)),
      winners: 1,
      hasWon: reply => reply.body['accepted_count'] === 1,
      async after() {
        expect(await inForce()).toBe(1)
        // Other races change this period.
        await arena.server.call(revokeAcceptance, { body: revoking }, token)
      }
    }
  },
  revokeAcceptance: async arena => {
    const { token, accepting, revoking, inForce } = await completed(arena)
    await arena.server.call(acceptSubmissions, { body: accepting }, token)
    return {
      calls: times(AT_ONCE, () => callOf('revokeAcceptance', { body: revoking }, token)),
      winners: 1,
      async after() {
        expect(await inForce()).toBe(0)
      }
    }
  },
  planCorrectionWindows: async arena => {
    const { token, opening } = await completed(arena)
    const { window_kind: _, open_until: __, reason_text: ___, ...body } = opening
    return {
      calls: times(AT_ONCE, () => callOf('planCorrectionWindows', { body }, token)),
      winners: AT_ONCE
    }
  },
  openCorrectionWindows: async arena => {
    const { token, opening, openWindows, closeWindows } = await completed(arena)
    return {
      calls: times(AT_ONCE, () => callOf('openCorrectionWindows', { body: opening }, token)),
      winners: AT_ONCE,
      async after() {
        expect(await openWindows()).toHaveLength(1)
        await closeWindows()
      }
    }
  },
  closeCorrectionWindow: async arena => {
    const { server } = arena
    const { token, opening, openWindows } = await completed(arena)
    await server.call(openCorrectionWindows, { body: opening }, token)
    const [id = 0] = await openWindows()
    return {
      calls: times(AT_ONCE, () => callOf('closeCorrectionWindow', { params: { id } }, token)),
      winners: 1,
      async after() {
        expect(await openWindows()).toEqual([])
      }
    }
  }
} satisfies Partial<Record<WritingName, Scenario>>
