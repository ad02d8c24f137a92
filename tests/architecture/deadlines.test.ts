// A window's days are those of the programme's time zone, the same for every reader (decision 0051).

import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FORMATTER = String.raw`format(?:Moment|Day|FullDay|LongDay|Time|Distance|Ago)|dayInWords|daysTo|daysUntil|dateOf|dayIn`
const WINDOW_END = String.raw`due_at|dueAt|open_until|openUntil|closed_at|closedAt|\w*(?:opens_at|opensAt|closes_at|closesAt)|published_at|publishedAt`
const formatsWindow = new RegExp(String.raw`\b(?:${FORMATTER})\(\s*(?:[\w.!?]+\.)?(?:${WINDOW_END})\b`)

/** When an edition was published is the time of an act, which stays in the reader's own zone. */
const EDITIONS = [
  'src/browser/charts/words/edition-text.ts',
  'src/browser/features/projects/about/edition-list.tsx',
  'src/server/releases/released-editions.ts'
]

test('no formatter takes the end of a window, which window-days.ts converts to a day first', () => {
  const files = globSync('src/{browser,domain,server,operations}/**/*.{ts,tsx}')
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter(path => formatsWindow.test(readFileSync(path, 'utf8'))).toSorted()).toEqual(EDITIONS)
})

test.each([
  ['formatMoment(query.due_at)', true],
  ['formatDay(project.collection_closes_at, now)', true],
  ['formatFullDay(\n  opensAt\n)', true],
  ['formatDay(closingDay(due_at))', false],
  ['formatMoment(query.raised_at)', false]
])('%s: %s', (code, isFound) => expect(formatsWindow.test(code)).toBe(isFound))
