// Whether a new edition may be published in a strict project. Everyone may have kept the figures of earlier ones, so that what changes from
// one to the other must change for enough organisations at once (product 24).

import { isolatesFew, type KnownSum } from '#domain/disclosure/isolation.ts'

/** What one edition tells of a cell that charts count: sums of blocks of submissions. */
export interface ToldEdition {
  blocks: readonly (readonly number[])[]
  /** A submission's figure as a text: equal figures have equal texts. */
  figureOf: (submissionId: number) => string
  organisationOf: (submissionId: number) => number
}

/**
 * Whether the next edition, together with all earlier ones, would tell about too few organisations. Each change must be of more of them than
 * the minimum: the reader's own may be among them, and it does not count.
 */
export function tellsTooFew(
  earlier: readonly ToldEdition[],
  next: ToldEdition,
  minimumCount: number
): boolean {
  return (
    earlier.some(edition => tooSmallChanges(edition, next, minimumCount) > 0) ||
    isolatesFew(sumsOf([...earlier, next]), minimumCount)
  )
}

/**
 * How many groups of organisations would be told apart by comparing two editions. None, where each block stays as it is and either none or
 * enough of its organisations have changed figures. Where the blocks themselves differ, every part that the two editions have in common or
 * not must be large enough, since averages of parts can be calculated from those of blocks.
 */
export function tooSmallChanges(before: ToldEdition, after: ToldEdition, minimumCount: number): number {
  const [blockBefore, blockAfter] = [blockOfEach(before), blockOfEach(after)]
  const isChanged = (id: number): boolean => before.figureOf(id) !== after.figureOf(id)
  const kept = new Set(
    after.blocks.flatMap((block, index) => {
      const was = blockBefore.get(block[0] ?? 0)
      const isSame = was !== undefined && block.every(id => blockBefore.get(id) === was)
      return isSame ? [index] : []
    })
  )
  const parts = new Map<string, Set<number>>()
  for (const id of new Set([...blockBefore.keys(), ...blockAfter.keys()])) {
    const [was, is] = [blockBefore.get(id), blockAfter.get(id)]
    const isKept = is !== undefined && kept.has(is)
    if (isKept && !isChanged(id)) continue
    const part = `${was}/${is}/${isChanged(id)}`
    const organisation = is === undefined ? before.organisationOf(id) : after.organisationOf(id)
    parts.set(part, (parts.get(part) ?? new Set()).add(organisation))
  }
  return [...parts.values()].filter(organisations => organisations.size <= minimumCount).length
}

const blockOfEach = ({ blocks }: ToldEdition): Map<number, number> =>
  new Map(blocks.flatMap((block, index) => block.map((id): [number, number] => [id, index])))

/** The sums of all blocks. A figure that stays the same over editions is the same unknown in each. */
const sumsOf = (editions: readonly ToldEdition[]): KnownSum[] =>
  editions.flatMap(({ blocks, figureOf, organisationOf }) =>
    blocks.map(block =>
      block.map(id => ({ figure: `${id}: ${figureOf(id)}`, organisationId: organisationOf(id) }))
    )
  )
