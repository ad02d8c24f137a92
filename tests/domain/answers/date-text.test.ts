// A date has one format in each programme: in its field, in the hint and the error, in files for people.

import { afterEach, expect, test } from 'vitest'
import { styleOf } from '#browser/section/workbook/cell-styles.ts'
import { howToAnswer } from '#browser/section/workbook/instructions.ts'
import { checkCell } from '#domain/answers/cell-rules.ts'
import { formatCellText, readCellText } from '#domain/answers/cell-text.ts'
import { dateOrder } from '#domain/answers/date-text.ts'
import { formatFullDay } from '#lib/format.ts'
import { DATE_FORMATS, DEFAULT_DATE_FORMAT, setDateFormat, type DateFormat } from '#lib/time/date-format.ts'
import { aQuestion } from '#tests/support/questions.ts'

afterEach(() => setDateFormat(DEFAULT_DATE_FORMAT))

const opened = aQuestion({ question_type: 'date' })

const shown: Record<DateFormat, { day: string; order: string }> = {
  'd MMM yyyy': { day: '5 Nov 2011', order: 'day month year' },
  'dd/MM/yyyy': { day: '05/11/2011', order: 'day/month/year' },
  'MM/dd/yyyy': { day: '11/05/2011', order: 'month/day/year' },
  'yyyy-MM-dd': { day: '2011-11-05', order: 'year-month-day' }
}

test.each(DATE_FORMATS)('%s: the answer, the hint, the error and the workbook', format => {
  setDateFormat(format)
  const { day, order } = shown[format]
  expect(formatCellText(opened, '2011-11-05')).toBe(day)
  expect(readCellText(opened, day)).toEqual({ ok: true, value: '2011-11-05' })
  expect(dateOrder()).toBe(order)
  const example = formatFullDay('2026-09-30')
  const error = `Enter a date, such as ${example}.`
  expect(readCellText(opened, 'in spring')).toMatchObject({ ok: false, error })
  const answer = { value: '2011-02-30', is_not_applicable: false, is_not_available: false }
  expect(checkCell(opened, answer, null).errors).toEqual([error])
  expect(howToAnswer(opened)).toBe(`Date, such as ${example}`)
  const cell = { question: opened } as Parameters<typeof styleOf>[0]['cell']
  expect(styleOf({ cell, isOpen: true } as Parameters<typeof styleOf>[0]).format).toBe(format.toLowerCase())
})

test('every day of a year is read as it is written, in every format', () => {
  for (const format of DATE_FORMATS) {
    setDateFormat(format)
    for (let day = 0; day < 366; day++) {
      const value = new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10)
      expect(readCellText(opened, formatCellText(opened, value))).toEqual({ ok: true, value })
    }
  }
})

test('months by name, short or whole, and ISO dates are read in every programme', () => {
  for (const format of DATE_FORMATS) {
    setDateFormat(format)
    for (const text of ['30 Sep 2026', '30 Sept 2026', '30. september 26', '2026-09-30'])
      expect([text, readCellText(opened, text)]).toEqual([text, { ok: true, value: '2026-09-30' }])
    for (const text of ['30 Smarch 2026', '31 Sep 2026', 'Sep 2026'])
      expect([text, readCellText(opened, text).ok]).toEqual([text, false])
  }
})

test('numbers are in the order of the programme’s dates', () => {
  setDateFormat('MM/dd/yyyy')
  expect(readCellText(opened, '9/3/2026')).toEqual({ ok: true, value: '2026-09-03' })
  expect(readCellText(opened, '30/9/2026').ok).toBe(false)
  setDateFormat('dd/MM/yyyy')
  expect(readCellText(opened, '9/3/2026')).toEqual({ ok: true, value: '2026-03-09' })
})
