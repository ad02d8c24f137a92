// The sets of others that a member of a strict project may see, as whole blocks. The rules are in
// domain/blocks.
import { blocksOf, organisationCount, unitsWithin, type Unit } from '#domain/blocks.ts'
import type { ChartAverages } from '#contract/chart-data.ts'
import type { RestrictedReader } from '#server/auth/reader.ts'
import type { SealedFigures, BlockUnion } from './sealed-figures.ts'
import type { Selection } from './selection.ts'
import type { ComparedSubmission } from './submissions.ts'

export interface RestrictedSet {
  basis: ChartAverages['basis']
  peerGroupId: number | null
  /** Null if the set is suppressed. */
  blocks: BlockUnion | null
}

interface SubmissionUnit extends Unit {
  submission: ComparedSubmission
}

/** Everyone, those that match the filters, and among these the members of each peer group, in one period. */
export function restrictedSets(
  { peerGroups }: Selection,
  reader: RestrictedReader,
  submissions: readonly ComparedSubmission[],
  optionsOf: ReadonlyMap<number, readonly string[]>,
  figures: SealedFigures
): RestrictedSet[] {
  const units = submissions.map((submission): SubmissionUnit => ({
    id: submission.submission_id,
    organisationId: submission.organisation_id,
    options: optionsOf.get(submission.submission_id) ?? [],
    submission
  }))
  const blocks = blocksOf(units, unit => figures.isComplete(unit.id), reader.minimumCount)
  const setOf = (
    basis: RestrictedSet['basis'],
    peerGroupId: number | null,
    isIn: (submission: ComparedSubmission) => boolean
  ): RestrictedSet => {
    const within = unitsWithin(blocks, reader.organisationId, unit => isIn(unit.submission))
    const whole = within && {
      submissions: within.map(unit => unit.submission),
      organisations: organisationCount(within)
    }
    return { basis, peerGroupId, blocks: whole }
  }
  return [
    setOf('all', null, () => true),
    setOf('filtered', null, submission => submission.is_filtered),
    ...peerGroups.map(({ peer_group_id }) =>
      setOf(
        'peer_group',
        peer_group_id,
        submission => submission.is_filtered && submission.peer_group_ids.includes(peer_group_id)
      )
    )
  ]
}
