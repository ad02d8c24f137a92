// Formats text and figures the same way on every screen.

import { DAY_MS, daysUntil } from './time/clock.ts'
import { dateFormat, type DateFormat } from './time/date-format.ts'
import { presentTime } from './time/server-clock.ts'
import { dayIn, timeZone } from './time/time-zone.ts'

// Without `Intl.DateTimeFormat`, of which a page's first takes 12 ms to make. These texts are the same in every language.
const dayAndMonth = (date: Date): string => `${date.getDate()} ${date.toDateString().slice(4, 7)}`

let longDay: Intl.DateTimeFormat | undefined
let count: Intl.NumberFormat | undefined

export const padTwoDigits = (value: number): string => String(value).padStart(2, '0')

const fullDays: Record<DateFormat, (date: Date, day: string, month: string, year: number) => string> = {
  'd MMM yyyy': (date, _day, _month, year) => `${dayAndMonth(date)} ${year}`,
  'dd/MM/yyyy': (_, day, month, year) => `${day}/${month}/${year}`,
  'MM/dd/yyyy': (_, day, month, year) => `${month}/${day}/${year}`,
  'yyyy-MM-dd': (_, day, month, year) => `${year}-${month}-${day}`
}

/** A timestamp is shown in the reader's time zone. A day, such as that of a deadline, is the same day for everyone. */
export type DayOrTimestampText = string

const isDay = (at: DayOrTimestampText): boolean => /^\d{4}-\d{2}-\d{2}$/.test(at)

/** A date with the same year, month and day in the reader's time zone. */
function dateOf(at: DayOrTimestampText): Date {
  if (!isDay(at)) return new Date(at)
  const [year = 0, month = 1, day = 1] = at.split('-').map(Number)
  return new Date(year, month - 1, day, 12)
}

/** '12 Dec 2026': with its year, in the programme's format. */
export function formatFullDay(at: DayOrTimestampText): string {
  const date = dateOf(at)
  return fullDays[dateFormat()](
    date,
    padTwoDigits(date.getDate()),
    padTwoDigits(date.getMonth() + 1),
    date.getFullYear()
  )
}

/** 0 today, 1 tomorrow, −1 yesterday. Today is the current day in the programme's time zone. */
export const daysTo = (at: DayOrTimestampText, now: Date): number =>
  isDay(at)
    ? Math.round((Date.parse(at) - Date.parse(dayIn(now, timeZone()))) / DAY_MS)
    : daysUntil(new Date(at), now)

/**
 * '12 Dec', or '12 Dec 2024' in another year. A programme with numeric dates always shows the year:
 * '12/12/2026'.
 */
export function formatDay(at: DayOrTimestampText, now: Date = presentTime()): string {
  const date = dateOf(at)
  const isShort = dateFormat() === 'd MMM yyyy' && date.getFullYear() === now.getFullYear()
  return isShort ? dayAndMonth(date) : formatFullDay(at)
}

/** '20 Nov 2026, 14:02' */
export const formatMoment = (timestamp: string): string =>
  `${formatFullDay(timestamp)}, ${formatTime(timestamp)}`

/** 'Friday 27 November': for deadlines. */
export function formatLongDay(at: DayOrTimestampText): string {
  longDay ??= new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })
  return longDay.format(dateOf(at)).replace(',', '')
}

/** '14:02' */
export const formatTime = (timestamp: string | number): string =>
  new Date(timestamp).toTimeString().slice(0, 5)

export const formatCount = (value: number): string => (count ??= new Intl.NumberFormat('en-GB')).format(value)

/** '1 ward', '3 wards'; pass the plural if it does not end in s. */
export const countOf = (value: number, one: string, many = `${one}s`): string =>
  `${formatCount(value)} ${value === 1 ? one : many}`

/** '94 KB', '1.4 MB'. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB']
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  const value = bytes / 1000 ** power
  return `${power > 1 && value < 100 ? value.toFixed(1) : Math.round(value)} ${units[power]}`
}

/** Initials for an avatar: 'AO'. */
export const initials = (first: string, last: string): string =>
  `${first.charAt(0)}${last.charAt(0)}`.toUpperCase()
