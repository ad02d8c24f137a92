// The response rate of a survey by day.

import { nextDay, type CalendarDay } from '#lib/time/time-zone.ts'

export interface ResponseDay {
  day: CalendarDay
  /** Completed on this day, and up to its end. */
  count: number
  total: number
  /** Completed codes as a share of all that were given out, from 0 to 1. */
  rate: number
}

/**
 * Every day from the first response to `today`, also those without one; empty without a response. The rate is a
 * share of the codes that exist now, so that it only rises.
 */
export function responsesByDay(
  responses: readonly { response_date: CalendarDay; completed_count: number }[],
  codeCount: number,
  today: CalendarDay
): ResponseDay[] {
  const counts = new Map(
    responses.map(({ response_date, completed_count }) => [response_date, completed_count])
  )
  const dates = [...counts.keys()].toSorted()
  const [first] = dates
  const last = [today, ...dates].toSorted().at(-1)!
  const days: ResponseDay[] = []
  for (let day = first, total = 0; day !== undefined && day <= last; day = nextDay(day)) {
    const count = counts.get(day) ?? 0
    total += count
    days.push({ day, count, total, rate: codeCount === 0 ? 0 : total / codeCount })
  }
  return days
}
