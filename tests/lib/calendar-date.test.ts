// Calls, files and screens accept the same dates.

import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { DayOrTimestamp, Timestamp } from '#contract/fields.ts'
import { checkDate, type CheckedQuestion } from '#domain/answers/answer-checks.ts'
import { isCalendarDate, isTimestamp } from '#lib/time/calendar-date.ts'

const question = {} as CheckedQuestion
const wrong = [
  '0000-01-01',
  '0026-09-30',
  '2026-02-30',
  '2026-02-31',
  '2025-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-04-31',
  '9999-12-31',
  '10000-01-01',
  '2026-2-3',
  ''
]
const right = ['2026-02-28', '2024-02-29', '1000-01-01', '9998-12-31']

describe.each(wrong)('%s is not a date', day => {
  test('by itself or with a time, in calls and answers', () => {
    expect(isCalendarDate(day)).toBe(false)
    expect(v.is(DayOrTimestamp, day)).toBe(false)
    expect(checkDate(question, day)).toHaveLength(1)
    for (const time of ['T00:00:00Z', 'T23:59:59.999+14:00', ' 12:00:00Z']) {
      expect(isTimestamp(day + time)).toBe(false)
      expect(v.is(Timestamp, day + time)).toBe(false)
      expect(v.is(DayOrTimestamp, day + time)).toBe(false)
    }
  })
})

test.each(right)('%s is one', day => {
  expect(isCalendarDate(day)).toBe(true)
  expect(v.is(DayOrTimestamp, day)).toBe(true)
  expect(checkDate(question, day)).toEqual([])
  expect(v.is(Timestamp, `${day}T00:00:00.000Z`)).toBe(true)
  expect(new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(day)
})
