import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { ActiveFilter } from './active-filter.ts'
import { Id } from './fields.ts'
import { MAX_GROUP_MEMBERS } from './limits.ts'

/** Members of one group, however they are written: a group that is made at once can also be filled or emptied at once. */
export const MemberIds = v.pipe(v.array(Id), v.minLength(1), v.maxLength(MAX_GROUP_MEMBERS))

/** How the members of a group are found among the submissions of a project and period. */
export const PeerGroupDefinition = v.variant('kind', [
  v.object({
    kind: describe('How the members were found.', v.literal('rules')),
    /** Every filter must match, each by any of its options. */
    filters: v.pipe(v.array(ActiveFilter), v.minLength(1, 'needs at least one rule'), v.maxLength(20))
  }),
  v.object({
    kind: v.literal('similar'),
    /** Similar to this one: of the caller's organisation; for admins any. */
    submission_id: Id,
    filter_ids: v.pipe(v.array(Id), v.maxLength(20)),
    /** Only in projects whose members see each other by name. */
    chart_ids: v.pipe(v.array(Id), v.maxLength(8)),
    /** How many of the nearest; ties with the last one are included. */
    size: describe(
      'Number of members wanted.',
      v.pipe(Id, v.minValue(5, 'must be at least 5'), v.maxValue(500))
    )
  }),
  v.object({
    kind: v.literal('members'),
    submission_ids: MemberIds
  })
])
export type PeerGroupDefinition = v.InferOutput<typeof PeerGroupDefinition>
