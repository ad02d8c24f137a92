// Of any history of attempts, in any time zone: nobody gets two reminders on one day, nor two within three days that were not asked for.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reminderObstacle } from '#domain/people/reminder-limit.ts'
import { DAY_MS, HOUR_MS } from '#lib/time/clock.ts'
import { dayIn } from '#lib/time/time-zone.ts'

const START = Date.parse('2026-10-20T00:00:00Z')
const attempts = fc.array(
  fc.record({ hours: fc.integer({ min: 0, max: 14 * 24 }), isRequested: fc.boolean() }),
  { maxLength: 60 }
)
const zones = fc.constantFrom('Europe/London', 'Pacific/Auckland', 'America/New_York', 'UTC')

test('any history keeps to the limits, and a refusal has its reason', () => {
  fc.assert(
    fc.property(attempts, zones, (tried, timeZone) => {
      const sent: { at: Date; isRequested: boolean }[] = []
      for (const { hours, isRequested } of tried.toSorted((one, other) => one.hours - other.hours)) {
        const at = new Date(START + hours * HOUR_MS)
        const obstacle = reminderObstacle(
          sent.map(one => one.at),
          at,
          { isRequested, timeZone }
        )
        const last = sent.at(-1)?.at
        if (obstacle === null) sent.push({ at, isRequested })
        else if (obstacle === 'today') expect(dayIn(last!, timeZone)).toBe(dayIn(at, timeZone))
        else {
          expect(isRequested).toBe(false)
          expect(at.getTime() - last!.getTime()).toBeLessThan(3 * DAY_MS)
        }
      }
      const days = sent.map(one => dayIn(one.at, timeZone))
      expect(new Set(days).size).toBe(days.length)
      for (const [index, { at, isRequested }] of sent.entries())
        if (index > 0 && !isRequested)
          expect(at.getTime() - sent[index - 1]!.at.getTime()).toBeGreaterThanOrEqual(3 * DAY_MS)
    })
  )
})

test('the first is always sent, and one that is asked for on the next day', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const london = { timeZone: 'Europe/London' }
  expect(reminderObstacle([], now, { ...london, isRequested: false })).toBeNull()
  const yesterday = new Date('2026-11-19T18:00:00Z')
  expect(reminderObstacle([yesterday], now, { ...london, isRequested: false })).toBe('recent')
  expect(reminderObstacle([yesterday], now, { ...london, isRequested: true })).toBeNull()
})
