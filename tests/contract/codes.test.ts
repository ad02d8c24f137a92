// Names that become parts of addresses: those of the product's own pages are taken.

import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  EXPLORER_PAGES,
  ExplorerTypeCode,
  GroupSlug,
  OrganisationCode,
  PROJECT_PAGES,
  ProjectCode
} from '#contract/codes.ts'
import { Name } from '#contract/fields.ts'
import { foldedText, hasInvisible, isStorable, isVisible } from '#lib/text/text-characters.ts'
import { paths } from '#programme/paths.ts'

/** Every path of the product, with x for each parameter. */
const all = Object.values(paths).map(path =>
  (path as (...words: string[]) => string)('x', 'x', 'x', 'x')
    .replace(/[?].*$/, '')
    .split('/')
    .slice(1)
)
const own = (depth: number): string[] =>
  all
    .filter(parts => parts[0] === 'projects' && parts.slice(1, depth).every(part => part === 'x'))
    .flatMap(parts => parts[depth] ?? [])
    .filter(part => part !== 'x' && !part.startsWith('['))

test('the pages of a project and of an explorer are those that addresses have', () => {
  expect([...new Set(own(2))].toSorted()).toEqual([...PROJECT_PAGES].toSorted())
  expect(
    [...new Set(own(3))].filter(
      part => !own(2).some(page => all.some(([, , of, name]) => of === page && name === part))
    )
  ).toEqual([...EXPLORER_PAGES])
})

const isValid = (schema: v.GenericSchema, value: unknown): boolean => v.safeParse(schema, value).success

describe('a code', () => {
  test.each([
    'a?b',
    'v1.2',
    'A',
    '1a',
    'a--b',
    '-a',
    'a-',
    'a b',
    'a/b',
    '..',
    '',
    'é',
    'a\u200b',
    'x'.repeat(61)
  ])('of a project is not %j', code => expect(isValid(ProjectCode, code)).toBe(false))
  test.each(['a', 'ward-quality', 'a1', 'x'.repeat(60)])('of a project may be %j', code =>
    expect(isValid(ProjectCode, code)).toBe(true)
  )
  test.each([...PROJECT_PAGES, 'a.b', 'A'])('of an explorer type is not %j', code =>
    expect(isValid(ExplorerTypeCode, code)).toBe(false)
  )
  test.each([...EXPLORER_PAGES, 'a.b', 'a_b'])('of a chart group is not %j', code =>
    expect(isValid(GroupSlug, code)).toBe(false)
  )
  test.each(['A\u200b', 'A\u00adB', 'A\tB', '\u2060'])('of an organisation is not %j', code =>
    expect(isValid(OrganisationCode, code)).toBe(false)
  )
  test.each(['A1', 'RKÉ', '0042', 'St. Mary’s (North)', '東京'])('of an organisation may be %j', code =>
    expect(isValid(OrganisationCode, code)).toBe(true)
  )
})

test.each(['\u200b', '\u2800 \u3164', '\u00ad', '\u200e'])(
  '%j is refused as a name, because it is invisible',
  text => {
    expect(isVisible(text)).toBe(false)
    expect(isValid(Name(), text)).toBe(false)
  }
)

test.each(['👩‍👧', 'می‌خواهم', '–', '0'])('%j is a name', text => expect(isValid(Name(), text)).toBe(true))

test.each([
  ['CITY', 'City'],
  ['Caf\u00e9', 'cafe\u0301'],
  ['A\u200bB', 'AB'],
  ['North  East', 'North\u00a0East'],
  ['ΣΑΣ', 'σασ']
])('%j and %j look alike', (one, other) => expect(foldedText(one)).toBe(foldedText(other)))

test.each([
  ['m2', 'm²'],
  ['Straße', 'Strase'],
  ['A-B', 'A–B']
])('%j and %j do not', (one, other) => expect(foldedText(one)).not.toBe(foldedText(other)))

test('text that no database column can store is refused', () => {
  expect(['a\0', '\ud83d', '\udc00a'].map(isStorable)).toEqual([false, false, false])
  expect(isStorable('a👩‍👧\n')).toBe(true)
  expect(hasInvisible('a\u202e')).toBe(true)
})
