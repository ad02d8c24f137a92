// When a window opens and closes (decision 0051). On screen and in files it has a first and a last day in the programme's time zone, both
// included. The database and the API have moments; the closing moment is the first at which it is closed.

import { formatDay, padTwoDigits } from '#lib/format.ts'
import { isCalendarDate } from '#lib/time/calendar-date.ts'
import { dayIn, nextDay, startOfDay, timeIn, timeZone, type CalendarDay } from '#lib/time/time-zone.ts'

export type WindowEnd = 'opens' | 'closes'

/** Converts a day or timestamp to a moment. */
export function windowMoment(end: WindowEnd, text: string, zone: string): Date {
  if (!isCalendarDate(text)) return new Date(text)
  return startOfDay(end === 'opens' ? text : nextDay(text), zone)
}

/** The first day of a window. */
export const openingDay = (opensAt: string | Date, zone = timeZone()): CalendarDay =>
  dayIn(new Date(opensAt), zone)

/** The last day of a window: one that closes at midnight closes at the end of the day before. */
export const closingDay = (closesAt: string | Date, zone = timeZone()): CalendarDay =>
  dayIn(new Date(new Date(closesAt).getTime() - 1), zone)

export const windowDay = (end: WindowEnd, moment: string | Date, zone = timeZone()): CalendarDay =>
  end === 'opens' ? openingDay(moment, zone) : closingDay(moment, zone)

/** Whether the window opens or closes with a whole day, so that the day is enough. */
export const isWholeDay = (end: WindowEnd, moment: string | Date, zone = timeZone()): boolean =>
  windowMoment(end, windowDay(end, moment, zone), zone).getTime() === new Date(moment).getTime()

/**
 * The time beside the day: 'end of the day', '17:00'; empty for a window that opens with its day. Names the zone if the reader's clock differs.
 */
export function windowTime(end: WindowEnd, moment: string | Date, zone = timeZone()): string {
  const at = new Date(moment)
  const isWhole = isWholeDay(end, at, zone)
  const time = isWhole ? (end === 'closes' ? 'end of the day' : '') : timeIn(at, zone)
  if (time === '') return ''
  const here = `${padTwoDigits(at.getHours())}:${padTwoDigits(at.getMinutes())}`
  const where = here === timeIn(at, zone) ? '' : `${zone.split('/').at(-1)?.replaceAll('_', ' ')} time`
  return where === '' ? time : `${time}, ${where}`
}

/** '4 Dec, end of the day' */
export const closingMoment = (closesAt: string): string =>
  `${formatDay(closingDay(closesAt))}, ${windowTime('closes', closesAt)}`

/** The day if it is enough, otherwise the timestamp; `windowMoment` converts either back to the same moment. */
export const dayOrTimestamp = (end: WindowEnd, moment: string, zone: string): string =>
  isWholeDay(end, moment, zone) ? windowDay(end, moment, zone) : new Date(moment).toISOString()
