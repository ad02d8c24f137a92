// Reminders and seen comments.

import { postComment } from '#contract/comments.ts'
import { callOf, fresh, type WritingName } from '#tests/support/races/race.ts'
import type { Act } from './act.ts'
import { selection } from './stage.ts'

export const reminderActs = {
  previewReminders: [
    stage => {
      const body = { ...selection(stage), organisation_ids: [stage.place.organisation_id] }
      return callOf('previewReminders', { body }, stage.tokens.admin)
    }
  ],
  sendReminders: [
    stage => {
      const body = { ...selection(stage), user_ids: [stage.lead.user_id], is_requested: true }
      return callOf('sendReminders', { body }, stage.tokens.admin)
    }
  ],
  markCommentsSeen: [
    async ({ server, standard, submission_id, tokens }) => {
      const body = {
        questionnaire_id: standard.questionnaire_id,
        section_id: standard.section_ids[0]!,
        submission_id,
        ...standard.cell('Rooms'),
        comment_text: fresh('Right?')
      }
      const { comment_id } = (await server.call(postComment, { body }, tokens.contributor)).body
      return callOf('markCommentsSeen', { body: { comment_ids: [comment_id] } }, tokens.lead)
    }
  ]
} satisfies Partial<Record<WritingName, readonly Act[]>>
