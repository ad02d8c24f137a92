// Formulas are stored with ids and shown with names, and a fault has its position in the typed text.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compile } from '#domain/formulas/expression.ts'
import {
  completionAt,
  numberDuplicateNames,
  piecesOfFormula,
  withNames,
  withoutNames,
  type NamedCell
} from '#domain/formulas/named-expression.ts'
import { withOptions } from '#domain/formulas/option-references.ts'

const whole = (question_id: number) => ({ question_id, row_id: null, column_id: null })
const cell = (name: string, reference: NamedCell['reference'], options: string[] = []): NamedCell => ({
  name,
  reference,
  options: options.map((option_name, index) => ({ option_id: 100 + index, option_name })),
  hint: ''
})

const cells = [
  cell('Beds', whole(1)),
  cell('Beds in use', whole(2)),
  cell('Day shift, Band 6', { question_id: 3, row_id: 4, column_id: 5 }),
  cell('Night shift, Band 6', { question_id: 3, row_id: 6, column_id: 5 }),
  cell('All of Hours', whole(3)),
  cell('Why closed?', whole(7), ['Staff', 'Works'])
]

describe('ids to names and back', () => {
  const pairs = [
    ['q1 - q2', '[Beds] - [Beds in use]'],
    ['q3_r4_c5 > 0 and q1 > 3', '[Day shift, Band 6] > 0 and [Beds] > 3'],
    ['sum(q3)', 'sum([All of Hours])'],
    ['q7 = 101', '[Why closed?] = [Why closed?: Works]'],
    ['q7 != 100 or blank(q1)', '[Why closed?] != [Why closed?: Staff] or blank([Beds])'],
    ["q1 = 'q2 = 100'", "[Beds] = 'q2 = 100'"],
    ['q1 = 100', '[Beds] = 100'],
    ['q99 + 1', 'q99 + 1']
  ] as const
  test.each(pairs)('%s is %s', (stored, named) => {
    expect(withNames(stored, cells)).toBe(named)
    expect(withoutNames(named, cells)).toEqual({ ok: true, value: stored })
  })

  test('a question with one place can be named by it', () => {
    expect(withNames('q1_r2_c3', [cell('Beds', whole(1))])).toBe('[Beds]')
  })

  test('names ignore case and surrounding spaces', () => {
    expect(withoutNames('[ beds IN use ] > 1', cells)).toEqual({ ok: true, value: 'q2 > 1' })
  })

  test('a formula round-trips whatever its questions are called', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 5 }),
        names => {
          const own = numberDuplicateNames(
            names.map((name, index) => cell(name.trim() || 'x', whole(index + 1), ['One']))
          )
          const stored = own.map((_, index) => `q${index + 1} = 100`).join(' and ')
          const back = withoutNames(withNames(stored, own), own)
          expect(back).toEqual({ ok: true, value: stored })
        }
      )
    )
  })
})

describe('faults', () => {
  test.each([
    ['[Bets] > 1', '“Bets” is not a question', 0],
    ['[Beds] > [Beds', 'A closing bracket ] is missing', 9],
    ['[Beds in use] + plan', '“plan” is not a known name.', 16],
    ['[Beds] +', 'ends too early', 8],
    ['[Beds] [Beds]', 'Unexpected “[Beds]”', 7]
  ])('%s', (text, message, at) => {
    const result = withoutNames(text, cells)
    expect(result).toMatchObject({ ok: false, error: { at } })
    expect(!result.ok && result.error.message).toContain(message)
  })

  test('the message is the compiler’s own', () => {
    const named = withoutNames('[Beds] + * 2', cells)
    const stored = compile('q1 + * 2')
    expect(!named.ok && named.error.message).toBe(!stored.ok && stored.error.message)
  })
})

describe('completion', () => {
  const names = (text: string, caret = text.length) =>
    completionAt(text, caret, cells)?.names.map(one => one.name)
  test('names that begin with the typed text come before those that contain it', () => {
    expect(names('be')).toEqual(['Beds', 'Beds in use'])
    expect(names('[Beds] > 0 and ban')).toEqual(['Day shift, Band 6', 'Night shift, Band 6'])
  })
  test('inside brackets spaces are part of the name, and the closing bracket is replaced', () => {
    expect(completionAt('[day sh] > 1', 7, cells)).toMatchObject({
      from: 0,
      to: 8,
      names: [{ name: 'Day shift, Band 6' }]
    })
  })
  test('after a comparison with a choice its options come first', () => {
    expect(names('[Why closed?] = [')?.slice(0, 2)).toEqual(['Why closed?: Staff', 'Why closed?: Works'])
  })
  test('keywords and numbers get no completion', () => {
    for (const text of ['[Beds] > 0 and', 'sum', '[Beds] + 12', ''])
      expect(completionAt(text, text.length, cells)).toBeNull()
  })
  test('returns nothing if nothing matches', () => expect(names('zzz')).toBeUndefined())
})

test('cells with the same name get different names', () => {
  const own = numberDuplicateNames([cell('Total', whole(1)), cell('total', whole(2)), cell('Beds', whole(3))])
  expect(own.map(one => one.name)).toEqual(['Total (q1)', 'total (q2)', 'Beds'])
})

test('a number is an option only if it is compared with a question', () => {
  const doubled = (text: string) => withOptions(text, (_, option) => option * 2)
  expect(doubled('q1 = 3 and 4 != q2 and q3 > 5 and q1_r2_c3 == 7')).toBe(
    'q1 = 6 and 8 != q2 and q3 > 5 and q1_r2_c3 == 14'
  )
  expect(doubled("q1 = '3' + 4")).toBe("q1 = '3' + 4")
  expect(doubled('q1 = $')).toBe('q1 = $')
})

test('the names in a formula are found, known or not, and make up the whole text with what joins them', () => {
  const text =
    "[Beds] > 0 and [beds  IN use] + [Nothing] = '[Beds]' or [Why closed?] = [Why closed?: Works] + [Bed"
  const pieces = piecesOfFormula(text, cells)
  expect(pieces.map(piece => piece.text).join('')).toBe(text)
  expect(pieces.filter(({ isKnown }) => isKnown !== null)).toEqual([
    { text: '[Beds]', isKnown: true },
    { text: '[beds  IN use]', isKnown: true },
    { text: '[Nothing]', isKnown: false },
    { text: '[Why closed?]', isKnown: true },
    { text: '[Why closed?: Works]', isKnown: true }
  ])
})
