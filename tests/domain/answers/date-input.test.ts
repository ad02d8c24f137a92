import { afterEach, expect, test } from 'vitest'
import { parseDate } from '#domain/answers/date-input.ts'
import { setDateFormat } from '#lib/time/date-format.ts'
import { presentTime } from '#lib/time/server-clock.ts'

afterEach(() => setDateFormat('d MMM yyyy'))

const EXAMPLE = 'Enter a date, such as 30 Sep 2026.'
const read = (text: string): string => {
  const reading = parseDate(text)
  return reading.ok ? reading.value : reading.error
}
const YEAR = String(presentTime().getFullYear())

test.each([
  '2026-09-30',
  '2026/9/30',
  '30/9/2026',
  '30.09.2026',
  '30-9-2026',
  '30/9/26',
  '30 Sep 2026',
  '30 Sept 2026',
  '30-Sep-26',
  '30 September 2026',
  '30th September 2026',
  'Wed 30 Sep 2026',
  'Wednesday, 30 September 2026',
  'Sep 30, 2026',
  'September 30 2026',
  '30sep2026',
  '2026-09-30T00:00:00',
  '30/09/2026 00:00:00',
  '３０/９/２０２６',
  '46295'
])('%s is 30 September 2026', text => expect(read(text)).toBe('2026-09-30'))

test.each([
  ['30/9', `${YEAR}-09-30`],
  ['30 Sep', `${YEAR}-09-30`],
  ['Sep 30', `${YEAR}-09-30`],
  ['1/1/1900', '1900-01-01']
])('%s is %s', (text, date) => expect(read(text)).toBe(date))

test('what is no date, or one that does not exist, is asked for by example', () => {
  for (const text of [
    '31/9/2026',
    '9/30/2026',
    '30 Foo 2026',
    '30 ma 2026',
    'soon',
    '12',
    '123456',
    '30/9/026',
    '30/'
  ])
    expect([text, read(text)]).toEqual([text, EXAMPLE])
})

test('a year of two digits that could be of either century is a question', () => {
  expect(read('30-Sep-85')).toBe('“30-Sep-85” could be 1985 or 2085. Enter the year with four digits.')
})

test('where the programme writes the month first, it is read so', () => {
  setDateFormat('MM/dd/yyyy')
  expect([read('9/3/2026'), read('09/30/2026'), read('30/9/2026'), read('2026-09-30')]).toEqual([
    '2026-09-03',
    '2026-09-30',
    'Enter a date, such as 09/30/2026.',
    '2026-09-30'
  ])
})
