import { afterEach, expect, test } from 'vitest'
import { formatDay, formatMoment, formatTime } from '#lib/format.ts'
import { DATE_FORMATS, DEFAULT_DATE_FORMAT, setDateFormat } from '#lib/time/date-format.ts'

const NOW = new Date('2026-11-20T12:00:00Z')

afterEach(() => setDateFormat(DEFAULT_DATE_FORMAT))

test.each([
  ['d MMM yyyy', '4 Sep', '4 Sep 2024'],
  ['dd/MM/yyyy', '04/09/2026', '04/09/2024'],
  ['MM/dd/yyyy', '09/04/2026', '09/04/2024'],
  ['yyyy-MM-dd', '2026-09-04', '2024-09-04']
] as const)('a programme that writes days as %s', (format, thisYear, formerYear) => {
  setDateFormat(format)
  expect(formatDay('2026-09-04T12:00:00Z', NOW)).toBe(thisYear)
  expect(formatDay('2024-09-04T12:00:00Z', NOW)).toBe(formerYear)
  expect(formatMoment('2024-09-04T12:00:00Z')).toMatch(new RegExp(`^${formerYear}, \\d\\d:\\d\\d$`))
})

test('every date format is formatted', () => {
  for (const format of DATE_FORMATS) {
    setDateFormat(format)
    expect(formatDay('2024-12-25T12:00:00Z', NOW)).toContain('25')
  }
})

test('what is formatted by hand is what the language’s own formats say', () => {
  const month = new Intl.DateTimeFormat('en-GB', { month: 'short' })
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
  for (let day = 0; day < 366; day++) {
    const at = new Date(Date.UTC(2024, 0, 1 + day, day % 24, day % 60))
    const name = month.format(at).replace('Sept', 'Sep')
    expect(formatDay(at.toISOString(), NOW)).toBe(`${at.getDate()} ${name} ${at.getFullYear()}`)
    expect(formatTime(at.toISOString())).toBe(time.format(at))
  }
})
