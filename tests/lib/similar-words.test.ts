// One measure of "nearly the same word", for names in files, formulas and searches.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closestName, editDistance, isNearlyTheSame } from '#lib/text/similar-words.ts'

test.each([
  ['beds', 'beds', 0],
  ['beds', 'bed', 1],
  ['beds', 'bdes', 1],
  ['', 'beds', 4],
  ['Straße', 'Strasse', 2],
  ['🙂a', 'a', 1]
])('%s and %s differ by %i', (one, other, distance) => expect(editDistance(one, other)).toBe(distance))

test('the distance is symmetric and at most the length of the longer word', () => {
  const word = fc.string({ unit: 'grapheme', maxLength: 8 })
  fc.assert(
    fc.property(word, word, (one, other) => {
      expect(editDistance(one, other)).toBe(editDistance(other, one))
      expect(editDistance(one, other)).toBeLessThanOrEqual(Math.max([...one].length, [...other].length))
      expect(editDistance(one, other) === 0).toBe(one === other)
    })
  )
})

test('suggests the nearest name if at most a third of it differs', () => {
  expect(closestName('primary_color', ['primaryColour', 'logo'])).toBe('primaryColour')
  expect(closestName('vacent wte', ['Beds', 'Vacant WTE'])).toBe('Vacant WTE')
  expect(closestName('doctors', ['Beds', 'Vacant WTE'])).toBeUndefined()
  expect(closestName('abcdef', ['abcxyz'])).toBeUndefined()
  expect(closestName('anything', [])).toBeUndefined()
})

test('compares words of any script by letters', () => {
  expect(isNearlyTheSame('Betten', 'Betten')).toBe(true)
  expect(isNearlyTheSame('病床数', '医师数')).toBe(false)
})
