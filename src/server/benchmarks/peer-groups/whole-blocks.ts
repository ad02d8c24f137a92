// What a member of a strict project may learn about a set of others: it is reduced to the blocks of organisations that lie wholly within it.

import { blocksOf, organisationCount, unitsWithin } from '#domain/disclosure/blocks.ts'
import type { RestrictedReader } from '#server/auth/reader.ts'
import type { Candidate, Candidates } from './candidates.ts'

export interface BlockCounts {
  submissions: number
  organisations: number
}

/**
 * Counts sets by their whole blocks, without the reader's own organisation; null if there is none. The blocks are made of all submissions
 * of the newest edition, so that two counts differ by no organisation or by at least the minimum, and by nobody who has joined since.
 */
export function wholeBlockCounter(
  reader: RestrictedReader,
  { countable }: Pick<Candidates, 'countable'>
): (isIn: (candidate: Candidate) => boolean) => BlockCounts | null {
  const blocks = blocksOf(countable ?? [], () => true, reader.minimumCount)
  return isIn => {
    const within = unitsWithin(blocks, reader.organisationId, isIn)
    return within && { submissions: within.length, organisations: organisationCount(within) }
  }
}
