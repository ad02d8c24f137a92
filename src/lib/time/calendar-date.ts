// Validates dates for calls, files and screens.

/**
 * Years from 1000, because 0026 is a half-typed year and the database has no year 0; up to 9998, because the day after the last one must
 * have a four-digit year too.
 */
const DATE = /^(?!9999)[1-9]\d{3}-\d{2}-\d{2}$/

/** Whether an ISO date exists: 2026-02-30 does not. */
export function isCalendarDate(text: string): boolean {
  if (!DATE.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** Whether a timestamp (date, time and zone) exists. JavaScript reads 31 February as 3 March. */
export const isTimestamp = (text: string): boolean =>
  isCalendarDate(text.slice(0, 10)) && text.length > 10 && !Number.isNaN(Date.parse(text))
