// Finds words that a misspelt word may mean: those that differ by one letter.

import { editDistance } from '#lib/text/similar-words.ts'

/** Shorter words are taken literally: too many others differ by one letter. */
const MIN_LETTERS = 4

export const canBeMisspelt = (typed: string): boolean => [...typed].length >= MIN_LETTERS

/** Whether two words differ by at most one letter. */
export const isWithinOneEdit = (typed: string, word: string): boolean =>
  Math.abs([...typed].length - [...word].length) <= 1 && editDistance(typed, word) <= 1

/**
 * Whether a word, or its beginning, may be meant by a typed one: the last word of a search is often
 * unfinished.
 */
export function isMisspellingOf(typed: string, word: string): boolean {
  const length = [...typed].length
  return (
    canBeMisspelt(typed) &&
    (isWithinOneEdit(typed, word) ||
      [length - 1, length, length + 1].some(cut => isWithinOneEdit(typed, [...word].slice(0, cut).join(''))))
  )
}

/**
 * `like` patterns of which every such word matches one: an error in one half of the typed word leaves the
 * other half intact; a swap of the two middle letters affects both.
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
