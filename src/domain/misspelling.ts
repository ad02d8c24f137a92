// Which words a typed word may have been meant as: those that differ by one letter.

/** Shorter words are taken as they are typed: too many others differ from them by one letter. */
const MIN_LETTERS = 4

export const canBeMisspelt = (typed: string): boolean => [...typed].length >= MIN_LETTERS

/** Whether one letter was added, left out, mistaken for another or swapped with its neighbour, or none. */
export function isWithinOneEdit(typed: string, word: string): boolean {
  const [a, b] = [[...typed], [...word]]
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  const rest = (letters: readonly string[], from: number): string => letters.slice(from).join('')
  if (a.length > b.length) return rest(a, start + 1) === rest(b, start)
  if (a.length < b.length) return rest(a, start) === rest(b, start + 1)
  if (rest(a, start + 1) === rest(b, start + 1)) return true
  return a[start] === b[start + 1] && a[start + 1] === b[start] && rest(a, start + 2) === rest(b, start + 2)
}

/** Whether a word, or its beginning, is what somebody meant who typed this: the last word of a search is often not finished. */
export function isMisspellingOf(typed: string, word: string): boolean {
  const length = [...typed].length
  return (
    canBeMisspelt(typed) &&
    (isWithinOneEdit(typed, word) ||
      [length - 1, length, length + 1].some(cut => isWithinOneEdit(typed, [...word].slice(0, cut).join(''))))
  )
}

/**
 * `like` patterns that every such word matches one of: an error in one half of the typed word leaves the other half as it is, and a swap of
 * the two letters in the middle is the one that touches both.
 */
export function misspellingPatterns(typed: string): string[] {
  const letters = [...typed]
  const middle = Math.floor(letters.length / 2)
  const swapped = letters.with(middle - 1, letters[middle] ?? '').with(middle, letters[middle - 1] ?? '')
  return [
    `${letters.slice(0, middle).join('')}%`,
    `%${letters.slice(middle).join('')}%`,
    `${swapped.join('')}%`
  ]
}
