// Writes dates as an iCalendar file (RFC 5545).

import { isCalendarDate } from '#lib/time/calendar-date.ts'

export interface CalendarEvent {
  /** Stable for an event, so that a second import updates it instead of duplicating it. */
  uid: string
  title: string
  /** A day, or an ISO timestamp. */
  at: string
}

const MAX_OCTETS = 75

export function calendarFile(events: readonly CalendarEvent[], now: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Programme benchmarks//Key dates//EN',
    ...events.flatMap(({ uid, title, at }) => [
      'BEGIN:VEVENT',
      `UID:${escapeText(uid)}`,
      `DTSTAMP:${calendarStamp(now)}`,
      eventStart(at),
      `SUMMARY:${escapeText(title)}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT'
    ]),
    'END:VCALENDAR'
  ]
  return lines.map(line => `${fold(line)}\r\n`).join('')
}

/** An event without an end lasts for its day (RFC 5545, 3.6.1). */
const eventStart = (at: string): string =>
  isCalendarDate(at)
    ? `DTSTART;VALUE=DATE:${at.replaceAll('-', '')}`
    : `DTSTART:${calendarStamp(new Date(at))}`

/** 20261212T120000Z */
const calendarStamp = (date: Date): string => date.toISOString().replaceAll(/[-:]|\.\d+/g, '')

const escapeText = (text: string): string => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r?\n/g, '\\n')

/** Folds lines at 75 octets; a continued line begins with a space. No character is split. */
function fold(line: string): string {
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const character of line) {
    const size = new TextEncoder().encode(character).length
    if (octets + size > MAX_OCTETS) {
      parts.push(part)
      part = ''
      // The space counts too.
      octets = 1
    }
    part += character
    octets += size
  }
  return [...parts, part].join('\r\n ')
}
