// The meaning of a cell's number by its format. Spreadsheets have one kind of number: only the format
// distinguishes a date, a time and 12%.

import { DAY_MS } from '#lib/time/clock.ts'

export type FormatKind = 'number' | 'percent' | 'date' | 'time'

/** The built-in formats of every workbook, by the first and last of their ids. */
const builtIn: readonly [number, number, FormatKind][] = [
  [9, 10, 'percent'],
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'date'],
  [27, 36, 'date'],
  [45, 47, 'time'],
  [50, 58, 'date']
]

const builtInKind = (id: number): FormatKind =>
  builtIn.find(([first, last]) => id >= first && id <= last)?.[2] ?? 'number'

/** The kind of a format by its id and, for a format of the workbook's own, its code: `0.0%`, `yyyy-mm-dd`, `[h]:mm`. */
export function formatKind(id: number, code: string | undefined): FormatKind {
  if (code === undefined) return builtInKind(id)
  const first = (code.split(';')[0] ?? '').replace(/"[^"]*"|\\.|[_*]./g, '')
  if (/\[(?:h+|m+|s+)\]/i.test(first)) return 'time'
  const letters = first.replace(/\[[^\]]*\]|general/gi, '').toLowerCase()
  if (letters.includes('%')) return 'percent'
  if (/[yd]/.test(letters) || (letters.includes('m') && !/[hs]/.test(letters))) return 'date'
  return /[hs]/.test(letters) ? 'time' : 'number'
}

/**
 * Day 0 of the usual calendar, chosen so that every day from 1 March 1900 is right despite the non-existent
 * 29 February 1900.
 */
const DAY_ZERO = Date.UTC(1899, 11, 30)
const FIRST_CERTAIN_DAY = 61
const LAST_DAY = 2_958_465

/** ISO date of a day's number, or null where there is no such day. Workbooks from old Macs count from 1904. */
export function dateOfSerial(serial: number, countsFrom1904: boolean): string | null {
  const day = Math.floor(serial) + (countsFrom1904 ? 1462 : 0)
  if (!(day >= 1 && day <= LAST_DAY)) return null
  return new Date(DAY_ZERO + (day < FIRST_CERTAIN_DAY ? day + 1 : day) * DAY_MS).toISOString().slice(0, 10)
}

/** A day's number from an ISO date, with its time as a share of the day; null before 1 March 1900 and after 9999, where spreadsheets differ. */
export function serialOfDate(iso: string): number | null {
  const at = Date.parse(iso.includes('T') ? iso : `${iso}T00:00:00Z`)
  const day = (at - DAY_ZERO) / DAY_MS
  return day >= FIRST_CERTAIN_DAY && day < LAST_DAY + 1 ? day : null
}
