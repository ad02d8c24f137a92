/** The edit distance: letters inserted, deleted, replaced or swapped with their neighbour. */
function editDistance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_row, i) =>
    Array.from({ length: b.length + 1 }, (_cell, j) => (i === 0 ? j : j === 0 ? i : 0))
  )
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Infinity
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + change)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, at(i - 2, j - 2) + 1)
      rows[i]?.splice(j, 1, least)
    }
  }
  return at(a.length, b.length)
}

const plain = (word: string): string =>
  word
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/color/g, 'colour')

/**
 * The name that was probably meant: equal but for case and separators, or at most a third of its letters
 * different.
 */
export function closestName(word: string, names: readonly string[]): string | undefined {
  const ranked = names
    .map(name => ({ name, distance: editDistance(plain(word), plain(name)) }))
    .toSorted((a, b) => a.distance - b.distance)
  const best = ranked[0]
  return best !== undefined && best.distance <= Math.max(1, Math.floor(best.name.length / 3))
    ? best.name
    : undefined
}
