import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  closingDay,
  dayOrTimestamp,
  isWholeDay,
  windowMoment,
  openingDay,
  windowTime
} from '#domain/projects/window-days.ts'
import { dayIn, isTimeZone, nextDay, startOfDay } from '#lib/time/time-zone.ts'

const DAY = '2027-02-28'
const closes = (day: string, zone: string): string => windowMoment('closes', day, zone).toISOString()
const opens = (day: string, zone: string): string => windowMoment('opens', day, zone).toISOString()

describe('a window is open from the beginning of its first day to the end of its last', () => {
  test.each([
    ['Europe/London', '2027-02-28T00:00:00.000Z', '2027-03-01T00:00:00.000Z'],
    ['Pacific/Kiritimati', '2027-02-27T10:00:00.000Z', '2027-02-28T10:00:00.000Z'],
    ['Pacific/Pago_Pago', '2027-02-28T11:00:00.000Z', '2027-03-01T11:00:00.000Z'],
    ['Asia/Kathmandu', '2027-02-27T18:15:00.000Z', '2027-02-28T18:15:00.000Z']
  ])('in %s', (zone, opening, closing) => {
    expect([opens(DAY, zone), closes(DAY, zone)]).toEqual([opening, closing])
    expect([openingDay(opening, zone), closingDay(closing, zone)]).toEqual([DAY, DAY])
  })

  test.each([
    // 23 and 25 hours long.
    ['2027-03-28', 'Europe/London', '2027-03-28T00:00:00.000Z', '2027-03-28T23:00:00.000Z'],
    ['2027-10-31', 'Europe/London', '2027-10-30T23:00:00.000Z', '2027-11-01T00:00:00.000Z'],
    // Summer time begins at midnight: the first moment is one o'clock.
    ['2027-04-30', 'Africa/Cairo', '2027-04-29T22:00:00.000Z', '2027-04-30T21:00:00.000Z'],
    // Samoa skipped this day.
    ['2011-12-29', 'Pacific/Apia', '2011-12-29T10:00:00.000Z', '2011-12-30T10:00:00.000Z']
  ])('on %s in %s, when clocks change', (day, zone, opening, closing) => {
    expect([opens(day, zone), closes(day, zone)]).toEqual([opening, closing])
  })

  test('a timestamp is kept as it is, and its day is still the last one', () => {
    const noon = '2027-02-28T12:00:00.000Z'
    expect(closes(noon, 'Europe/London')).toBe(noon)
    expect(isWholeDay('closes', noon, 'Europe/London')).toBe(false)
    expect(closingDay(noon, 'Europe/London')).toBe(DAY)
    expect(dayOrTimestamp('closes', noon, 'Europe/London')).toBe(noon)
  })

  test('any day in any zone round-trips, closes no earlier than midnight UTC and is followed by the next', () => {
    const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Etc/GMT+12', 'Etc/GMT-14']
    const day = fc
      .integer({ min: 0, max: 40_000 })
      .map(count => new Date(Date.UTC(1990, 0, 1 + count)).toISOString().slice(0, 10))
    fc.assert(
      fc.property(day, fc.constantFrom(...zones), (date, zone) => {
        const [opening, closing] = [opens(date, zone), closes(date, zone)]
        // A zone that moved across the date line skipped a day.
        if (dayIn(startOfDay(date, zone), zone) !== date) return
        expect(openingDay(opening, zone)).toBe(date)
        expect(closing).toBe(opens(nextDay(date), zone))
        expect(Date.parse(closing)).toBeGreaterThan(Date.parse(`${date}T00:00:00Z`))
        for (const [end, moment] of [
          ['opens', opening],
          ['closes', closing]
        ] as const)
          expect(windowMoment(end, dayOrTimestamp(end, moment, zone), zone).toISOString()).toBe(moment)
      })
    )
  })
})

test.each([
  ['Europe/London', true],
  ['America/Argentina/Buenos_Aires', true],
  ['UTC', true],
  ['Etc/GMT+5', true],
  ['Europe/Londn', false],
  ['+01:00', false],
  ['', false],
  ['London', false],
  ['Europe/London ', false]
])('%j as the name of a time zone: %s', (name, isOne) => expect(isTimeZone(name)).toBe(isOne))

test('the end of a whole day is stated with its zone, its beginning not', () => {
  for (const zone of ['Europe/London', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    expect(windowTime('opens', opens(DAY, zone), zone)).toBe('')
    expect(windowTime('closes', closes(DAY, zone), zone)).toMatch(/^end of the day(, \w[\w ]* time)?$/)
  }
  expect(windowTime('closes', '2027-02-28T12:00:00Z', 'Pacific/Kiritimati')).toMatch(
    /^02:00, Kiritimati time$/
  )
})
