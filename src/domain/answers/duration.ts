// Durations: stored in whole minutes, written as h:mm.

import { padTwoDigits } from '#lib/format.ts'
import { type KnownMark, parseNumber } from './number-input.ts'

/** 90 is '1:30', 1500 is '25:00'. Means of durations are rounded to the minute. */
export function durationText(minutes: number): string {
  const whole = Math.round(Math.abs(minutes))
  const sign = minutes < 0 && whole > 0 ? '-' : ''
  return `${sign}${Math.floor(whole / 60)}:${padTwoDigits(whole % 60)}`
}

const CLOCK = /^(\d{1,6}):([0-5]\d)(?::00)?$/
const HOURS_AND_MINUTES = /^(\d{1,6}) ?h(?:ours?|rs?)? ?([0-5]?\d) ?(?:m|mins?|minutes?)?$/
const HOURS = /^([\d.,]+) ?h(?:ours?|rs?)?$/
const MINUTES = /^([\d.,' ]+?) ?(?:m|mins?|minutes?)?$/

/** '1:30', '1h30', '1 h 30 min', '1.5h', '90' and '90 min' are all 90; null is no duration in whole minutes. */
export function parseDuration(text: string, mark: KnownMark | null): number | null {
  // Full-width digits and colons become plain ones.
  const plain = text.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ')
  const parts = CLOCK.exec(plain) ?? HOURS_AND_MINUTES.exec(plain)
  if (parts !== null) return Number(parts[1]) * 60 + Number(parts[2])
  const [, hours] = HOURS.exec(plain) ?? []
  const minutes = hours === undefined ? readMinutes(plain, mark) : readHours(hours, mark)
  return Number.isSafeInteger(minutes) && minutes >= 0 ? minutes : null
}

function readMinutes(plain: string, mark: KnownMark | null): number {
  const reading = parseNumber(MINUTES.exec(plain)?.[1] ?? '', { mark, places: 0 })
  return reading.kind === 'number' ? reading.value : Number.NaN
}

function readHours(hours: string, mark: KnownMark | null): number {
  const reading = parseNumber(hours, { mark })
  return reading.kind === 'number' ? Number((reading.value * 60).toPrecision(12)) : Number.NaN
}
