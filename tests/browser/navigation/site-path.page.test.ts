// What comes from an address, a table or storage leads to this site or to one that is listed, else to nothing.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { caseFromUrl } from '#browser/features/surveys/code/enter-code.ts'
import { redirectFor, safeNext } from '#browser/navigation/redirects.ts'
import { sitePath } from '#lib/url/site-path.ts'
import { paths } from '#programme/paths.ts'

const ORIGIN = 'https://wards.example'

/** Pieces that parsers of addresses disagree about, and anything else. */
const piece = fc.oneof(
  fc.constantFrom(
    '/',
    '//',
    '\\',
    '.',
    '..',
    '../../client/',
    '%2e',
    '%2F',
    '%5c',
    '@',
    ':',
    '?',
    '#',
    '\t',
    '\n',
    '\r',
    ' ',
    '\0',
    'x',
    'evil.example'
  ),
  fc.constantFrom(
    'https:',
    'http://',
    'javascript:',
    'data:',
    '//evil.example',
    '/.//',
    '/%2e//',
    '/\\',
    '/login',
    '?next=',
    '‮',
    '。',
    '／'
  ),
  fc.string({ maxLength: 4, unit: 'binary' })
)
const address = fc.oneof(
  fc.array(piece, { maxLength: 8 }).map(pieces => pieces.join('')),
  fc.webUrl(),
  fc.string()
)

/** Followed as a link, as a location and after a second reading, a path stays on this site. */
function staysHere(path: string): void {
  expect(path.startsWith('/') && !path.startsWith('//')).toBe(true)
  const there = new URL(path, ORIGIN)
  expect(there.origin).toBe(ORIGIN)
  expect(new URL(there.pathname + there.search + there.hash, ORIGIN).origin).toBe(ORIGIN)
  expect(new URL(there.pathname, ORIGIN).origin).toBe(ORIGIN)
  expect(sitePath(path)).toBe(path)
}

test('next leads to this site, or is not followed', () =>
  fc.assert(
    fc.property(address, next => staysHere(safeNext(next, '/projects'))),
    { numRuns: 5000 }
  ))

test('the table of redirects leads to this site or to the http(s) address that it lists', () =>
  fc.assert(
    fc.property(address, target => {
      const verdict = redirectFor('/here', { '/here': target })
      if (verdict.is === 'redirect') staysHere(verdict.to)
      else if (verdict.is === 'leave')
        expect([verdict.href, /^https?:$/.test(new URL(verdict.href).protocol)]).toEqual([target, true])
      else expect(verdict).toEqual({ is: 'pass' })
    }),
    { numRuns: 5000 }
  ))

test('the last invalid URL leads to a survey of this site, or to nothing', () =>
  fc.assert(
    fc.property(
      fc.oneof(
        address,
        address.map(end => `/surveys/1-2/${end}`)
      ),
      url => {
        const reference = caseFromUrl(url)
        if (reference === null) return
        for (const path of [paths.survey, paths.surveyCase, paths.surveyComplete].map(to =>
          to(reference.questionnaireId, reference.submissionId, reference.caseCode)
        )) {
          expect(path.startsWith('/surveys/')).toBe(true)
          expect(new URL(path, ORIGIN).origin).toBe(ORIGIN)
        }
      }
    ),
    { numRuns: 2000 }
  ))

test.each([
  ['/.//x', null],
  ['/%2e//x', null],
  ['/a/..//x', null],
  ['/.\\/x', null],
  ['/\t/x', null],
  ['/\\x', null],
  ['//x', null],
  ['x', null],
  ['', null],
  ['/a/../b?c=//d#//e', '/b?c=//d#//e']
])('%j is %j', (text, path) => expect(sitePath(text)).toBe(path))
