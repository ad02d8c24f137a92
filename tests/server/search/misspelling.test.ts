import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isMisspellingOf, isWithinOneEdit, misspellingPatterns } from '#server/search/misspelling.ts'

const word = fc.string({ unit: fc.constantFrom(...'abcdeflsß'), minLength: 4, maxLength: 10 })
const letter = fc.constantFrom(...'abcdefls')
const edits: Record<string, (letters: string[], at: number, other: string) => string[]> = {
  added: (letters, at, other) => letters.toSpliced(at, 0, other),
  'left out': (letters, at) => letters.toSpliced(at, 1),
  mistaken: (letters, at, other) => letters.with(at, other),
  swapped: (letters, at) =>
    at === 0 ? letters : letters.with(at, letters[at - 1]!).with(at - 1, letters[at]!)
}

/** What `like` does. */
const isLike = (text: string, pattern: string): boolean =>
  new RegExp(`^${pattern.replaceAll('%', '.*')}$`, 'u').test(text)

describe('a word with one error', () => {
  test.each(Object.entries(edits))('a letter is %s', (_, edit) => {
    fc.assert(
      fc.property(word, fc.nat(), letter, (meant, at, other) => {
        const letters = [...meant]
        const typed = edit(letters, at % letters.length, other).join('')
        expect(isWithinOneEdit(typed, meant)).toBe(true)
        if (typed.length < 4) return
        expect(isMisspellingOf(typed, meant)).toBe(true)
        expect(misspellingPatterns(typed).some(pattern => isLike(meant, pattern))).toBe(true)
      })
    )
  })

  test('the beginning of a word is found by one of its patterns, too', () => {
    fc.assert(
      fc.property(word, letter, fc.nat(), (beginning, other, at) => {
        const letters = [...beginning]
        const typed = letters.with(at % letters.length, other).join('')
        expect(isMisspellingOf(typed, `${beginning}ing`)).toBe(true)
        expect(misspellingPatterns(typed).some(pattern => isLike(`${beginning}ing`, pattern))).toBe(true)
      })
    )
  })
})

test.each([
  ['falls', 'bells'],
  ['abcd', 'badc'],
  ['ward', 'wxyd'],
  ['wards', 'wa']
])('%s is not %s', (typed, other) => {
  expect(isWithinOneEdit(typed, other)).toBe(false)
  expect(isWithinOneEdit(other, typed)).toBe(false)
})

test('takes a word of three letters literally', () => {
  expect(isMisspellingOf('bed', 'bad')).toBe(false)
})
