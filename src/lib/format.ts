// Formats words and figures the same way on every screen.
import { daysUntil } from './clock.ts'

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const fullDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const hourAndMinute = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const longDay = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })
const count = new Intl.NumberFormat('en-GB')

/** '12 Dec', with the year where it is not the present one: '12 Dec 2024'. */
export function formatDay(timestamp: string, now: Date = new Date()): string {
  const date = new Date(timestamp)
  const format = date.getFullYear() === now.getFullYear() ? dayAndMonth : fullDay
  // Every month has three letters, September too.
  return format.format(date).replace('Sept', 'Sep')
}

/** 'Friday 27 November': where a deadline is the whole message. */
export const formatLongDay = (timestamp: string): string =>
  longDay.format(new Date(timestamp)).replace(',', '')

export const formatTime = (timestamp: string | number): string => hourAndMinute.format(new Date(timestamp))

/** 'today', 'tomorrow', 'in 22 days', 'yesterday', '3 days ago'. */
export function formatDistance(timestamp: string, now: Date = new Date()): string {
  const days = daysUntil(new Date(timestamp), now)
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  if (days === -1) return 'yesterday'
  return days > 0 ? `in ${days} days` : `${-days} days ago`
}

/** How long ago something was: 'now', '8 min ago', '2 hours ago', 'yesterday', then the day. */
export function formatAgo(timestamp: string, now: Date = new Date()): string {
  const date = new Date(timestamp)
  const minutes = Math.floor((now.getTime() - date.getTime()) / 60_000)
  if (minutes < 1) return 'now'
  if (minutes < 60) return `${minutes} min ago`
  const days = -daysUntil(date, now)
  if (days <= 0 || minutes < 6 * 60) return `${countOf(Math.floor(minutes / 60), 'hour')} ago`
  return days === 1 ? 'yesterday' : formatDay(timestamp, now)
}

/** '1 Sep – 18 Nov', 'from 3 Feb', 'until 18 Nov', or nothing where neither end is known. */
export function formatRange(from: string | null, until: string | null, now: Date = new Date()): string {
  if (from && until) return `${formatDay(from, now)} – ${formatDay(until, now)}`
  if (from) return `from ${formatDay(from, now)}`
  return until ? `until ${formatDay(until, now)}` : ''
}

export const formatCount = (value: number): string => count.format(value)

/** '1 ward', '3 wards'; the plural is given where it is not made with an s. */
export const countOf = (value: number, one: string, many = `${one}s`): string =>
  `${formatCount(value)} ${value === 1 ? one : many}`

/** '94 KB', '1.4 MB': a size in the unit that suits it. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB']
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  const value = bytes / 1000 ** power
  return `${power > 1 && value < 100 ? value.toFixed(1) : Math.round(value)} ${units[power]}`
}

/** First letters of the first and the last name, for the round picture: 'AO'. */
export const initials = (first: string, last: string): string =>
  `${first.charAt(0)}${last.charAt(0)}`.toUpperCase()
