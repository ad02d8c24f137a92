// The sets of others that a member of a strict project may see, as whole blocks of an edition. The rules are
// in domain/blocks.

import type { ChartAverages } from '#contract/chart-data.ts'
import { organisationCount, unitsWithin, type BlockUnit } from '#domain/disclosure/blocks.ts'
import type { RestrictedReader } from '#server/auth/reader.ts'
import type { BlockUnion, Division } from './sealed-figures.ts'
import type { ChartSelection } from './selection.ts'
import type { ComparedSubmission } from './submissions.ts'

export interface RestrictedSet {
  basis: ChartAverages['basis']
  peerGroupId: number | null
  /** Null if the set is suppressed. */
  blocks: BlockUnion | null
}

export interface RestrictedSets {
  sets: readonly RestrictedSet[]
  /** Null if nobody else may be seen. */
  division: Division | null
}

interface SubmissionUnit extends BlockUnit {
  submission: ComparedSubmission
}

/**
 * Everyone, those that match the filters, and among these the members of each peer group, in one period.
 * `blocks` are the submissions of an edition's blocks.
 */
export function restrictedSets(
  { peerGroups }: ChartSelection,
  reader: RestrictedReader,
  submissions: readonly ComparedSubmission[],
  blocks: readonly (readonly number[])[]
): RestrictedSets {
  const division = dividedInto(submissions, blocks, reader.minimumCount)
  const setOf = (
    basis: RestrictedSet['basis'],
    peerGroupId: number | null,
    isIn: (submission: ComparedSubmission) => boolean
  ): RestrictedSet => ({ basis, peerGroupId, blocks: unionOf(division, reader, isIn) })
  return {
    sets: [
      setOf('all', null, () => true),
      setOf('filtered', null, submission => submission.is_filtered),
      ...peerGroups.map(({ peer_group_id }) =>
        setOf(
          'peer_group',
          peer_group_id,
          submission => submission.is_filtered && submission.peer_group_ids.includes(peer_group_id)
        )
      )
    ],
    division: division.length === 0 ? null : { everyone: division.flat().map(({ submission }) => submission) }
  }
}

/** None where one block is too small, because the minimum was raised after the edition. */
function dividedInto(
  submissions: readonly ComparedSubmission[],
  blocks: readonly (readonly number[])[],
  minimumCount: number
): SubmissionUnit[][] {
  const known = new Map(submissions.map(submission => [submission.submission_id, submission]))
  const division = blocks.map(block =>
    block.flatMap((id): SubmissionUnit[] => {
      const submission = known.get(id)
      return submission ? [{ id, organisationId: submission.organisation_id, options: [], submission }] : []
    })
  )
  return division.every(block => organisationCount(block) > minimumCount) ? division : []
}

function unionOf(
  division: readonly (readonly SubmissionUnit[])[],
  reader: RestrictedReader,
  isIn: (submission: ComparedSubmission) => boolean
): BlockUnion | null {
  const within = unitsWithin(division, reader.organisationId, unit => isIn(unit.submission))
  if (within === null) return null
  const members = new Set(within)
  return {
    submissions: within.map(unit => unit.submission),
    organisations: organisationCount(within),
    blocks: division
      .map(block => block.filter(unit => members.has(unit)).map(unit => unit.submission))
      .filter(block => block.length > 0)
  }
}
