// Prevents a group's average from revealing an organisation's value, directly or by subtraction from another group's average.

import { reduceRows } from '#domain/figures/row-reduction.ts'

/** A set of values with an average. `members` are the other organisations that have a value in it. */
export interface SuppressibleSet<K> {
  key: K
  members: ReadonlySet<number>
}

/**
 * How many members are in only one of two sets: the number of values that the difference of their sums
 * reveals.
 */
export function symmetricDifferenceSize(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  if (a === b) return 0
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  let inBoth = 0
  for (const member of small) if (large.has(member)) inBoth += 1
  return a.size + b.size - 2 * inBoth
}

/**
 * The keys of the sets whose averages must be suppressed: those with fewer members than the minimum, those
 * that differ from a shown set by fewer (but at least one), and those that complete a combination of shown
 * sets which isolates fewer. Earlier sets have precedence, so list the widest first.
 */
export function suppressedSets<K>(sets: readonly SuppressibleSet<K>[], minimumCount: number): Set<K> {
  const shown: ReadonlySet<number>[] = []
  const suppressed = new Set<K>()
  for (const { key, members } of sets) {
    if (isSafe(members, shown, minimumCount)) shown.push(members)
    else suppressed.add(key)
  }
  return suppressed
}

function isSafe(
  members: ReadonlySet<number>,
  shown: readonly ReadonlySet<number>[],
  minimumCount: number
): boolean {
  if (members.size < minimumCount) return false
  const differences = shown.map(other => symmetricDifferenceSize(members, other))
  if (differences.includes(0)) return true
  if (differences.some(difference => difference < minimumCount)) return false
  return shown.length < 2 || !singlesOutFew([...shown, members], minimumCount)
}

/**
 * Whether sums over the sets can be combined until only a few members are left, as in "everyone less the
 * north less the south". Members of exactly the same sets cannot be told apart; such a group is isolated if
 * it is a combination of the sets.
 */
function singlesOutFew(sets: readonly ReadonlySet<number>[], minimumCount: number): boolean {
  const blocks = new Map<string, number>()
  for (const member of new Set(sets.flatMap(set => [...set]))) {
    const signature = sets.map(set => (set.has(member) ? '1' : '0')).join('')
    blocks.set(signature, (blocks.get(signature) ?? 0) + 1)
  }
  const signatures = [...blocks.keys()]
  const { rows: basis } = reduceRows(
    sets.map((_, set) => signatures.map(signature => Number(signature[set])))
  )
  return signatures.some((signature, block) => {
    if ((blocks.get(signature) ?? 0) >= minimumCount) return false
    const alone = signatures.map((_, column) => (column === block ? 1 : 0))
    return reduceRows([...basis, alone]).rows.length === basis.length
  })
}
