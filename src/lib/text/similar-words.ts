// The one measure of how alike two words are. It suggests the name that someone has mistyped.

/** Letters added, omitted, replaced, or swapped with their neighbour. */
export function editDistance(one: string, other: string): number {
  const [a, b] = [[...one], [...other]]
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + change)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, beforeLast[j - 2]! + 1)
      row.push(least)
    }
    beforeLast = last
    last = row
  }
  return last[b.length]!
}

/** Ignores case, spaces and punctuation. */
const plain = (word: string): string => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** At most a third of the letters of the word differ. */
const isNear = (distance: number, word: string): boolean =>
  distance <= Math.max(1, Math.floor([...word].length / 3))

/** Whether what was typed is nearly the same as the word. */
export const isNearlyTheSame = (typed: string, word: string): boolean =>
  isNear(editDistance(plain(typed), plain(word)), word)

/** The name that was probably meant, if one is near enough. */
export function closestName(typed: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map(name => ({ name, distance: editDistance(plain(typed), plain(name)) }))
    .toSorted((a, b) => a.distance - b.distance)
  return best !== undefined && isNear(best.distance, best.name) ? best.name : undefined
}
