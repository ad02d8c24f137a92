import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdOrZero, Timestamp, queryLimit } from './fields.ts'
import { MAX_LIST_ROWS } from './limits.ts'

/** A comment and where it is. */
const UnseenComment = v.object({
  comment_id: Id,
  comment_text: v.string(),
  created_by: describe('The name of its author.', v.string()),
  created_at: Timestamp,
  project_code: v.string(),
  project_name: v.string(),
  questionnaire_id: Id,
  submission_id: Id,
  submission_name: v.string(),
  section_id: Id,
  section_name: v.string(),
  question_id: Id,
  row_id: IdOrZero,
  column_id: IdOrZero,
  question_text: v.string()
})
export type UnseenComment = v.InferOutput<typeof UnseenComment>

export const listUnseenComments = endpoint({
  method: 'GET',
  path: 'comments/unseen',
  access: 'viewer',
  isAddition: true,
  summary:
    'Open comments of others on the submissions of the caller’s organisation that the caller has not seen, newest first.',
  query: v.object({ limit: queryLimit(MAX_LIST_ROWS) }),
  reply: v.object({ comments: describe('Comments, newest first.', v.array(UnseenComment)), total: IdOrZero })
})

export const markCommentsSeen = endpoint({
  method: 'POST',
  path: 'comments/seen',
  access: 'viewer',
  isAddition: true,
  summary: 'Records that the caller has seen comments.',
  body: v.object({ comment_ids: v.pipe(v.array(Id), v.minLength(1), v.maxLength(MAX_LIST_ROWS)) }),
  reply: v.object({ seen_count: describe('Those that the caller had not seen before.', IdOrZero) })
})
