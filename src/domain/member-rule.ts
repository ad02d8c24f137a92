// Who is in a peer group of the programme: whoever has these filter options, and these submissions.
import * as v from 'valibot'
import { Name } from '#contract/fields.ts'

export const MemberRule = v.strictObject({
  /** Filters by name, each with its options: one of them is enough, of every filter. */
  filters: v.optional(v.record(v.string(), v.array(Name())), {}),
  /** Submissions as `organisation code/submission code`. */
  submissions: v.optional(v.array(Name()), [])
})
export type MemberRule = v.InferOutput<typeof MemberRule>
