import { afterEach, expect, test } from 'vitest'
import { countOfSubmissions } from '#domain/projects/submission-count.ts'
import { DEFAULT_SUBMISSION_WORD, setSubmissionWord, withTerms } from '#domain/projects/submission-word.ts'

afterEach(() => setSubmissionWord(DEFAULT_SUBMISSION_WORD))

const sentence =
  '{A submission} of {submissions}. {Submissions}: find {a submission} or another {submission}.'

test.each([
  [
    DEFAULT_SUBMISSION_WORD,
    'A submission of submissions. Submissions: find a submission or another submission.'
  ],
  [{ one: 'ward', many: 'wards' }, 'A ward of wards. Wards: find a ward or another ward.'],
  [
    { one: 'library', many: 'libraries' },
    'A library of libraries. Libraries: find a library or another library.'
  ],
  [{ one: 'office', many: 'offices' }, 'An office of offices. Offices: find an office or another office.'],
  // Proper names keep their capitals.
  [
    { one: 'Council service', many: 'Council services' },
    'A Council service of Council services. Council services: find a Council service or another Council service.'
  ]
])('a text takes the programme’s word: %o', (word, expected) => {
  setSubmissionWord(word)
  expect(withTerms(sentence)).toBe(expected)
})

test('a count agrees with the word', () => {
  setSubmissionWord({ one: 'library', many: 'libraries' })
  expect([0, 1, 2, 1204].map(countOfSubmissions)).toEqual([
    '0 libraries',
    '1 library',
    '2 libraries',
    '1,204 libraries'
  ])
})

test('other braces stay as they are', () => expect(withTerms('{name} {submit}')).toBe('{name} {submit}'))
