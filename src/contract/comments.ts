import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { Comment } from './comment.ts'
import { endpoint } from './endpoint.ts'
import { ClientChangeId, Id, IdOrZero } from './fields.ts'

/** A new comment, a reply to one (parent_comment_id), or the resolving of a thread (parent_comment_id with is_resolved and no text). */
export const postComment = endpoint({
  method: 'POST',
  path: 'comments',
  access: 'contributor',
  summary:
    'Comments on a cell, replies to a comment, or resolves or reopens a thread. Idempotent by client_change_id.',
  body: v.object({
    questionnaire_id: Id,
    submission_id: Id,
    section_id: Id,
    question_id: Id,
    row_id: v.optional(IdOrZero, 0),
    column_id: v.optional(IdOrZero, 0),
    comment_text: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(4000)), ''),
    parent_comment_id: v.optional(v.nullable(Id)),
    is_resolved: v.optional(v.boolean(), false),
    client_change_id: describe(
      'Chosen by the caller for each change. Repeating a call with the same id changes nothing.',
      v.optional(ClientChangeId)
    )
  }),
  reply: Comment
})
