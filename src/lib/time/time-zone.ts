// Calendar days in a time zone. A programme has one: its deadlines are days there, wherever the reader is.

import { HOUR_MS } from '#lib/time/clock.ts'

/** A day without a time: 2027-02-28. */
export type CalendarDay = string

export const DEFAULT_TIME_ZONE = 'Europe/London'

let chosenTimeZone = DEFAULT_TIME_ZONE

export const timeZone = (): string => chosenTimeZone

/** A page belongs to one programme. The server, which serves several, passes each programme's zone instead. */
export const setTimeZone = (zone: string): void => {
  chosenTimeZone = zone
}

/** Whether it is the name of a zone; an offset such as +01:00 is not, because it has no summer time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+\-/]*$/.test(name)) return false
  try {
    formatIn(name)
    return true
  } catch {
    return false
  }
}

const zoneFormats = new Map<string, Intl.DateTimeFormat>()

function formatIn(zone: string): Intl.DateTimeFormat {
  const known = zoneFormats.get(zone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit'
  })
  zoneFormats.set(zone, format)
  return format
}

/** A date where the browser has Temporal. */
interface TemporalDate {
  toTemporalInstant?: () => { toZonedDateTimeISO: (zone: string) => { toString: () => string } }
}

function wallClock(moment: Date, zone: string): { day: CalendarDay; time: string } {
  // The first date format of a page takes 12 ms to make, this half of one.
  const clock = (moment as TemporalDate).toTemporalInstant?.().toZonedDateTimeISO(zone).toString()
  if (clock !== undefined) {
    const [day = '', time = ''] = clock.split('T')
    return { day, time: time.slice(0, 5) }
  }
  const parts = new Map(
    formatIn(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value])
  )
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? ''
  return {
    day: `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}`
  }
}

/** The calendar day in the zone at a moment. */
export const dayIn = (moment: Date, zone: string): CalendarDay => wallClock(moment, zone).day

/** '17:00' */
export const timeIn = (moment: Date, zone: string): string => wallClock(moment, zone).time

/** Zones are at most 14 hours ahead of UTC, and 12 behind. Where summer time begins at midnight, or a zone has skipped a day, it begins later. */
const EARLIEST_MS = -15 * HOUR_MS
const MAX_OFFSET_SPAN_MS = 38 * HOUR_MS

/** The first moment of a day in the zone, which need not be a midnight. */
export function startOfDay(day: CalendarDay, zone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  let before = midnight + EARLIEST_MS
  let after = midnight + MAX_OFFSET_SPAN_MS
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (dayIn(new Date(middle), zone) < day) before = middle
    else after = middle
  }
  return new Date(after)
}

export function nextDay(day: CalendarDay): CalendarDay {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + 1)
  return date.toISOString().slice(0, 10)
}
