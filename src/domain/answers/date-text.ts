// Dates in the programme's format, as they are shown and typed. Stored and exported dates are ISO dates.

import { formatFullDay, padTwoDigits } from '#lib/format.ts'
import { isCalendarDate } from '#lib/time/calendar-date.ts'
import { dateFormat } from '#lib/time/date-format.ts'

/** '30 Sep 2026', for hints and errors. */
export const dateExample = (): string => formatFullDay('2026-09-30')

/** 'day month year', 'month/day/year': the order in which a date is typed. */
export const dateOrder = (): string =>
  dateFormat().replace(/d+|M+|y+/g, part =>
    part.startsWith('d') ? 'day' : part.startsWith('M') ? 'month' : 'year'
  )

const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })
const MONTHS = Array.from({ length: 12 }, (_, month) =>
  monthFormat.format(new Date(Date.UTC(2026, month))).toLowerCase()
)

/**
 * The ISO date of a text; null if it is none. Reads ISO dates, months by name as in 3 Sep 2026, and numbers in the order of the
 * programme's dates: 3/9/2026 and 03.09.26 are in September unless the month comes first.
 */
export function readDateText(typed: string): string | null {
  // Full-width digits become plain ones.
  const text = typed.normalize('NFKC').trim()
  const iso = readNamedMonth(text) ?? readNumbers(text) ?? text
  return isCalendarDate(iso) ? iso : null
}

function readNamedMonth(text: string): string | null {
  const [, day, name, year] = /^(\d{1,2})[. -]+([a-z]{3,9})[.,]?[ -]+(\d{2}|\d{4})$/i.exec(text) ?? []
  if (day === undefined || name === undefined || year === undefined) return null
  return joinDate(year, MONTHS.findIndex(month => month.startsWith(name.toLowerCase())) + 1, Number(day))
}

function readNumbers(text: string): string | null {
  const [, first, second, year] = /^(\d{1,2})[./\- ](\d{1,2})[./\- ](\d{2}|\d{4})$/.exec(text) ?? []
  if (year === undefined) return null
  const [one, other] = [Number(first), Number(second)]
  return dateFormat() === 'MM/dd/yyyy' ? joinDate(year, one, other) : joinDate(year, other, one)
}

const joinDate = (year: string, month: number, day: number): string =>
  `${year.length === 2 ? `20${year}` : year}-${padTwoDigits(month)}-${padTwoDigits(day)}`
