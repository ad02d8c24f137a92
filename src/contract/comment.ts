import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { Id, Timestamp } from './fields.ts'

export const Comment = v.object({
  comment_id: Id,
  comment_text: describe('A comment; null for none.', v.string()),
  created_by: describe('Name of the person who created it.', v.string()),
  created_at: Timestamp,
  is_resolved: describe('Whether the comment is settled.', v.boolean()),
  parent_comment_id: v.nullable(Id)
})
export type Comment = v.InferOutput<typeof Comment>
