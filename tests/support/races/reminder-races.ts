// Reminders: of many admins who remind the same person, one succeeds.

import { expect } from 'vitest'
import { postComment } from '#contract/comments.ts'
import { ROLE } from '#domain/people/roles.ts'
import { cellOf } from '#tests/support/seeded.ts'
import { mailsTo, newUser, PROGRAMME } from './race-accounts.ts'
import { AT_ONCE, callOf, times, type Arena, type Scenario, type WritingName } from './race.ts'

/** A lead who has never been reminded, in the demo accounts' organisation, which has work left. */
async function newLead({ server, grouping }: Arena) {
  const { project_id, time_period_id } = await grouping.selection('ward-staffing', '2026')
  const lead = await newUser(server, 'lead', { role_type_id: ROLE.lead })
  const { organisation_id } = await server.database
    .selectFrom('users')
    .select('organisation_id')
    .where('programme_id', '=', PROGRAMME)
    .where('user_id', '=', lead.user_id)
    .executeTakeFirstOrThrow()
  return { lead, place: { project_id, time_period_id }, organisation_id: organisation_id! }
}

export const reminderRaces = {
  previewReminders: async arena => {
    const { place, organisation_id } = await newLead(arena)
    const token = await arena.server.tokenOf('admin')
    const body = { ...place, organisation_ids: [organisation_id] }
    return { calls: times(AT_ONCE, () => callOf('previewReminders', { body }, token)), winners: AT_ONCE }
  },
  sendReminders: async arena => {
    const { lead, place } = await newLead(arena)
    const token = await arena.server.tokenOf('admin')
    const body = { ...place, user_ids: [lead.user_id], is_requested: true }
    return {
      calls: times(AT_ONCE, () => callOf('sendReminders', { body }, token)),
      winners: 1,
      hasWon: ({ body: reply }) => (reply['sent_user_ids'] as number[]).length === 1,
      async after() {
        expect(await mailsTo(arena.server, lead.email_address)).toBe(1)
      }
    }
  },
  markCommentsSeen: async ({ server, saving }) => {
    const ward = await saving.blankWard()
    const { questionnaire_id, section_id, place } = await cellOf(server, ward, 'Students on placement')
    const body = { questionnaire_id, section_id, submission_id: ward, ...place, comment_text: 'Right?' }
    const { comment_id } = (await server.call(postComment, { body }, await server.tokenOf('contributor')))
      .body
    const token = await server.tokenOf('viewer')
    return {
      calls: times(AT_ONCE, () => callOf('markCommentsSeen', { body: { comment_ids: [comment_id] } }, token)),
      winners: 1,
      hasWon: reply => reply.body['seen_count'] === 1
    }
  }
} satisfies Partial<Record<WritingName, Scenario>>
