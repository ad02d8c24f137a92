// The order of the dates of a period, which files give as days or timestamps.

import { windowMoment, type WindowEnd } from '#domain/projects/window-days.ts'
import { isCalendarDate } from '#lib/time/calendar-date.ts'
import { DEFAULT_TIME_ZONE } from '#lib/time/time-zone.ts'
import { single, type DesiredCheck } from './check.ts'

/** Stands for dates that must follow data collection: stored periods may keep dates from before this rule. */
export const LATE_DATE_FIELD = 'late date'

export const comesBefore = (from: string, to: string): DesiredCheck =>
  single(({ values }) => {
    const [start, end] = [values[from], values[to]]
    if (typeof start !== 'string' || typeof end !== 'string') return undefined
    // The time zone does not affect the order of two days, and hardly that of a day and a timestamp.
    const isBefore =
      windowMoment('opens', start, DEFAULT_TIME_ZONE) < windowMoment('closes', end, DEFAULT_TIME_ZONE)
    return isBefore ? undefined : `${from} must be before ${to}`
  })

/** Results wait for the end of data collection, and nothing is entered after the end of the project. */
export const afterCollection =
  (date: string, end: WindowEnd, words: string): DesiredCheck =>
  ({ values }) => {
    const [closes, given] = [values['collection_closes_at'], values[date]]
    if (typeof closes !== 'string' || typeof given !== 'string') return []
    // A day and a timestamp are compared once the programme's time zone has made both timestamps.
    if (isCalendarDate(closes) !== isCalendarDate(given)) return []
    return windowMoment(end, given, DEFAULT_TIME_ZONE) < windowMoment('closes', closes, DEFAULT_TIME_ZONE)
      ? [{ field: LATE_DATE_FIELD, message: `${date} must ${words} collection_closes_at` }]
      : []
  }
