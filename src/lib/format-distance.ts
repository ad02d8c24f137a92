// Says how far a day or a moment is from now.

import { countOf, daysTo, formatDay, type DayOrTimestampText } from './format.ts'
import { daysUntil } from './time/clock.ts'
import { presentTime } from './time/server-clock.ts'

/** 'today', 'tomorrow', 'in 22 days', 'yesterday', '3 days ago'. */
export function formatDistance(at: DayOrTimestampText, now: Date = presentTime()): string {
  const days = daysTo(at, now)
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  if (days === -1) return 'yesterday'
  return days > 0 ? `in ${days} days` : `${-days} days ago`
}

/** How long ago something was: 'now', '8 min ago', '2 hours ago', 'yesterday', then the day. */
export function formatAgo(timestamp: string, now: Date = presentTime()): string {
  const date = new Date(timestamp)
  const minutes = Math.floor((now.getTime() - date.getTime()) / 60_000)
  if (minutes < 1) return 'now'
  if (minutes < 60) return `${minutes} min ago`
  const days = -daysUntil(date, now)
  if (days <= 0 || minutes < 6 * 60) return `${countOf(Math.floor(minutes / 60), 'hour')} ago`
  return days === 1 ? 'yesterday' : formatDay(timestamp, now)
}
