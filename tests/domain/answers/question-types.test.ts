// Durations and rating scales: read, written, judged, and carried by a file.

import { describe, expect, test } from 'vitest'
import { readFileAnswer } from '#browser/section/workbook/file-content.ts'
import { howToAnswer } from '#browser/section/workbook/instructions.ts'
import type { Question } from '#contract/questionnaires.ts'
import { checkCell } from '#domain/answers/cell-rules.ts'
import { formatCellText, readCellText } from '#domain/answers/cell-text.ts'
import { completionOf } from '#domain/answers/completion.ts'
import { aQuestion, withAnswer } from '#tests/support/questions.ts'
import { aList } from '#tests/support/workbooks.ts'

const wait = aQuestion({ question_type: 'time', min_value: 0, max_value: 120, warn_max: 90 })
const labels = ['Very poor', 'Poor', 'Fair', 'Good', 'Very good']
const care = aQuestion({
  question_type: 'scale',
  option_list: labels.map((option_name, index) => ({ option_id: 70 + index, option_name }))
})

const given = (value: number) => ({ value, is_not_applicable: false, is_not_available: false })
const errorsOf = (question: Question, value: number) => checkCell(question, given(value)).errors

describe('a duration', () => {
  test.each([
    ['1:30', 90],
    ['01:30', 90],
    ['1:30:00', 90],
    ['90', 90],
    ['90 min', 90],
    ['1h30', 90],
    ['1 h 30 min', 90],
    ['1H 5m', 65],
    ['1.5h', 90],
    ['2 hours', 120],
    ['1,440', 1440],
    ['１：３０', 90],
    ['0:05', 5],
    ['0', 0],
    ['25:00', 1500]
  ])('%s is %d minutes', (text, value) => {
    expect(readCellText(wait, text)).toEqual({ ok: true, value })
  })

  test('with a decimal comma, 1,5 h is 90 minutes', () => {
    expect(readCellText(wait, '1,5 h', ',')).toEqual({ ok: true, value: 90 })
  })

  test.each(['1:75', '1:5', '-5', '90.5', 'soon', '1:30:20', '0.001h', ':', 'h'])('%s is none', text => {
    expect(readCellText(wait, text)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^Enter a duration/)
    })
  })

  test('is written as h:mm, which reads back', () => {
    for (const minutes of [0, 5, 59, 60, 90, 1500]) {
      expect(readCellText(wait, formatCellText(wait, minutes))).toEqual({ ok: true, value: minutes })
    }
    expect(formatCellText(wait, 90)).toBe('1:30')
  })

  test('is held to its limits, told in hours and minutes', () => {
    expect(errorsOf(wait, 121)).toEqual(['The value must be between 0:00 and 2:00.'])
    expect(errorsOf(wait, 90.5)).toEqual(['Enter a duration in whole minutes.'])
    expect(errorsOf(wait, -1)).toEqual(['Enter a duration in whole minutes.'])
    expect(checkCell(wait, given(100)).warnings[0]?.message).toBe('Usually 1:30 or less.')
  })

  test('in a workbook may be a text, a time of the spreadsheet or a number of minutes', () => {
    const read = (kind: 'text' | 'time' | 'number', value: string | number) =>
      readFileAnswer(wait, { kind, value }, false, '.')
    for (const reading of [read('text', '1:30'), read('time', 90 / 1440), read('number', 90)])
      expect(reading).toMatchObject({ ok: true, value: { value: 90 } })
    expect(readFileAnswer(wait, { kind: 'date', value: '2026-01-30' }, false, '.').ok).toBe(false)
    expect(howToAnswer(wait)).toBe('Duration in hours and minutes, such as 1:30, 0:00 to 2:00')
  })
})

describe('a rating scale', () => {
  test.each([
    ['4', 4],
    [' good ', 4],
    ['4 (Good)', 4],
    ['Very poor', 1]
  ])('%s is step %d', (text, value) => {
    expect(readCellText(care, text)).toEqual({ ok: true, value })
  })

  test.each(['0', '6', '4.5', 'Great', '4 (Poor)'])('%s is none', text => {
    expect(readCellText(care, text)).toMatchObject({
      ok: false,
      error: `“${text}” is not on the scale. Enter a number from 1 to 5.`
    })
  })

  test('is written with its label, which reads back; a label that is the number itself stands alone', () => {
    for (const step of [1, 2, 3, 4, 5]) {
      expect(readCellText(care, formatCellText(care, step))).toEqual({ ok: true, value: step })
    }
    expect(formatCellText(care, 4)).toBe('4 (Good)')
    const bare = {
      ...care,
      option_list: ['1', '2'].map((option_name, option_id) => ({ option_id, option_name }))
    }
    expect(formatCellText(bare, 2)).toBe('2')
  })

  test('takes its steps and nothing between or beside them', () => {
    expect(errorsOf(care, 5)).toEqual([])
    for (const value of [0, 6, 2.5, 74]) {
      expect(errorsOf(care, value)).toEqual(['Choose a step from 1 to 5.'])
    }
    expect(howToAnswer(care)).toBe('One of: 1 (Very poor); 2 (Poor); 3 (Fair); 4 (Good); 5 (Very good)')
  })
})

test('both count towards completion as any answer does', () => {
  const needed = [
    { ...wait, question_id: 1, is_required: true },
    { ...care, question_id: 2, is_required: true }
  ]
  const counts = (questions: Question[]) => completionOf([aList(...questions)])
  expect(counts(needed)).toMatchObject({ applicable_count: 2, answered_count: 0 })
  const [first, second] = needed.map((question, index) =>
    withAnswer(question, { value: [45, 5][index] ?? null })
  )
  expect(counts([first!, second!])).toMatchObject({ answered_count: 2 })
  expect(counts([first!, withAnswer(second!, { value: 9 })])).toMatchObject({
    answered_count: 1,
    error_count: 1
  })
})
