// How the members of a peer group are found.

import * as v from 'valibot'
import { Name } from '#contract/fields.ts'
import { MAX_GROUP_MEMBERS, MAX_OPTIONS } from '#contract/limits.ts'
import type { PeerGroupDefinition } from '#contract/peer-group-definitions.ts'
import { describe } from '#lib/describe.ts'

/** The rule of a programme's group in a file: all submissions with these filter options, and these submissions. */
export const MemberRule = v.strictObject({
  filters: describe(
    'Options that a submission must have: one of each filter that is named.',
    v.optional(v.record(v.string(), v.pipe(v.array(Name()), v.maxLength(MAX_OPTIONS))), {})
  ),
  submissions: describe(
    'Submissions as organisation code/submission code.',
    v.optional(v.pipe(v.array(Name()), v.maxLength(MAX_GROUP_MEMBERS)), [])
  )
})
export type MemberRule = v.InferOutput<typeof MemberRule>

/** How the members of a stored group are found: by the rule of a file, which each provisioning applies, or by a choice on screen. */
export type StoredRule = ({ kind: 'file' } & MemberRule) | Exclude<PeerGroupDefinition, { kind: 'members' }>

/** The choice on screen; null for a file's rule and for members that were chosen one by one. */
export const definitionIn = (rule: StoredRule | null): PeerGroupDefinition | null =>
  rule === null || rule.kind === 'file' ? null : rule
