// Divides the submissions of a strict project into blocks; every selection is reduced to whole blocks. A
// result computed from whole blocks does not depend on who in a block has which value, so it cannot reveal a
// value's owner; and two selections differ by whole blocks or not at all, so neither can their difference.

import { groupBy } from '#lib/group-by.ts'

export interface BlockUnit {
  id: number
  organisationId: number
  /** The unit's option of each filter, in the order of the filters. */
  options: readonly string[]
}

/**
 * Blocks of units that have a figure, each with more organisations than the minimum, because a member of a
 * block is never compared with itself. The tree of options is built from all units, with a figure or not. A
 * branch with too few figures joins, as a whole, the branch with the most organisations; if that one has too
 * few, nothing is divided. So fewer figures give a coarser division, never a different one: whoever removes
 * their own figures sees unions of the same blocks.
 */
export function blocksOf<T extends BlockUnit>(
  units: readonly T[],
  hasFigure: (unit: T) => boolean,
  minimumCount: number
): T[][] {
  const depthOfAll = units.reduce((most, unit) => Math.max(most, unit.options.length), 0)
  const divide = (all: readonly T[], depth: number): T[][] => {
    const counted = all.filter(hasFigure)
    if (depth >= depthOfAll) return [counted]
    const branches = [...groupBy(all, unit => unit.options[depth] ?? '')]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, branch]) => branch)
    const isEnough = (branch: readonly T[]): boolean =>
      organisationCount(branch.filter(hasFigure)) > minimumCount
    const main = branches.reduce((best, branch) =>
      organisationCount(branch) > organisationCount(best) ? branch : best
    )
    if (!isEnough(main)) return [counted]
    const [first = [], ...rest] = divide(main, depth + 1)
    const others = branches.filter(branch => branch !== main)
    const small = others.filter(branch => !isEnough(branch)).flatMap(branch => branch.filter(hasFigure))
    return [
      [...first, ...small],
      ...rest,
      ...others.filter(isEnough).flatMap(branch => divide(branch, depth + 1))
    ]
  }
  return organisationCount(units.filter(hasFigure)) > minimumCount ? divide(units, 0) : []
}

/**
 * Joins each block whose figures must not be told by themselves with the largest of the others; all of them, if that is not enough. It
 * depends on figures of the edition only, so every reader gets the same blocks.
 */
export function joinBlocks<T>(
  blocks: readonly (readonly T[])[],
  tellsTooMuch: (block: readonly T[]) => boolean
): (readonly T[])[] {
  const telling = blocks.filter(tellsTooMuch)
  if (telling.length === 0) return [...blocks]
  const [largest = [], ...others] = blocks
    .filter(block => !telling.includes(block))
    .toSorted((a, b) => b.length - a.length)
  const joined = [...largest, ...telling.flat()]
  return tellsTooMuch(joined) ? [blocks.flat()] : [joined, ...others]
}

/**
 * Of the blocks of an edition those that may be told, when earlier editions told others of mostly the same figures. What was joined in an earlier one
 * stays joined: told apart now, its parts could be subtracted from the sum that was told then. What was told apart then and is joined now is not
 * told at all: the sum less the parts that have not changed would be that of the part that must not be told.
 */
export function blocksAfter<T>(
  { divided, joined }: JoinedBlocks<T>,
  earlier: readonly JoinedBlocks<T>[]
): readonly (readonly T[])[] {
  const joinedNow = new Set(findJoins({ divided, joined }))
  const shown = joined.filter(
    block => !joinedNow.has(block) || earlier.every(then => findOverlapping(then.joined, block).length < 2)
  )
  return earlier.flatMap(findJoins).reduce((blocks: readonly (readonly T[])[], whole) => {
    const parts = findOverlapping(blocks, whole)
    return parts.length < 2 ? blocks : [...blocks.filter(block => !parts.includes(block)), parts.flat()]
  }, shown)
}

/** The blocks that an edition was divided into, and those that are told, some of them joined. */
export interface JoinedBlocks<T> {
  divided: readonly (readonly T[])[]
  joined: readonly (readonly T[])[]
}

/** The told blocks that consist of several of the division. */
const findJoins = <T>({ divided, joined }: JoinedBlocks<T>): (readonly T[])[] =>
  joined.filter(block => findOverlapping(divided, block).length > 1)

/** The blocks that have a unit in common with one. */
function findOverlapping<T>(blocks: readonly (readonly T[])[], one: readonly T[]): (readonly T[])[] {
  const units = new Set(one)
  return blocks.filter(block => block.some(unit => units.has(unit)))
}

/** The other organisations' units in the blocks that lie wholly within a selection; null if there are none. The reader's own units never count. */
export function unitsWithin<T extends BlockUnit>(
  blocks: readonly (readonly T[])[],
  ownOrganisationId: number | null,
  isSelected: (unit: T) => boolean
): T[] | null {
  const others = blocks.map(block => block.filter(unit => unit.organisationId !== ownOrganisationId))
  const within = others.filter(block => block.every(isSelected)).flat()
  return within.length === 0 ? null : within
}

export const organisationCount = (units: readonly Pick<BlockUnit, 'organisationId'>[]): number =>
  new Set(units.map(unit => unit.organisationId)).size
