// Whether a new edition may be published in a strict project. Readers may have kept earlier editions, so each difference between two editions
// must cover enough organisations (product 24).

import { isolatesFew, type KnownSum } from '#domain/disclosure/isolation.ts'

/** What an edition discloses of a cell: its sums over blocks of submissions. */
export interface EditionSums {
  blocks: readonly (readonly number[])[]
  /** A submission's figure as a text: equal figures have equal texts. */
  figureOf: (submissionId: number) => string
  organisationOf: (submissionId: number) => number
}

/**
 * Whether the next edition, combined with all earlier ones, would disclose figures of too few organisations. Each difference must cover more
 * than the minimum, because the reader's own organisation may be one of them.
 */
export function disclosesTooFew(
  earlier: readonly EditionSums[],
  next: EditionSums,
  minimumCount: number
): boolean {
  return (
    earlier.some(edition => countIsolatedGroups(edition, next, minimumCount) > 0) ||
    isolatesFew(sumsOf([...earlier, next]), minimumCount)
  )
}

/** Whether what is told of two periods can be combined to figures of too few: of those who have left or joined, where most figures stay the same. */
export const combinesToTooFew = (periods: readonly EditionSums[], minimumCount: number): boolean =>
  isolatesFew(sumsOf(periods), minimumCount)

/**
 * Counts the groups of too few organisations that a comparison of two editions would isolate. There are none if each block keeps its members
 * and either none or enough of its organisations have changed figures. Where the blocks differ, each intersection and each difference of them
 * must be large enough, because its average can be calculated from those of the blocks.
 */
export function countIsolatedGroups(before: EditionSums, after: EditionSums, minimumCount: number): number {
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

const blockOfEach = ({ blocks }: EditionSums): Map<number, number> =>
  new Map(blocks.flatMap((block, index) => block.map((id): [number, number] => [id, index])))

/** The sums of all blocks. A figure that stays the same over editions is the same unknown in each. */
const sumsOf = (editions: readonly EditionSums[]): KnownSum[] =>
  editions.flatMap(({ blocks, figureOf, organisationOf }) =>
    blocks.map(block =>
      block.map(id => ({ figure: `${id}: ${figureOf(id)}`, organisationId: organisationOf(id) }))
    )
  )
