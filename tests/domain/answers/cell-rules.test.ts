import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { CellValue, Question } from '#contract/questionnaires.ts'
import { checkCell } from '#domain/answers/cell-rules.ts'
import { formatCellText, readCellText } from '#domain/answers/cell-text.ts'
import { completionOf, completionPercent } from '#domain/answers/completion.ts'
import { aQuestion, withAnswer } from '#tests/support/questions.ts'

const check = (question: Partial<Question>, value: CellValue, previous: CellValue = null) =>
  checkCell(aQuestion(question), { value, is_not_applicable: false, is_not_available: false }, previous)
const errors = (question: Partial<Question>, value: CellValue) => check(question, value).errors

test.each<[Partial<Question>, CellValue, string[]]>([
  [{ min_value: 0, max_value: 1000 }, 1001, ['The value must be between 0 and 1,000.']],
  [{ min_value: 0, max_value: 1000, unit: 'h' }, -1, ['The value must be between 0 and 1,000 h.']],
  [{ min_value: 0 }, -1, ['The value must be 0 or more.']],
  [{ max_value: 100, unit: '%' }, 101, ['The value must be 100% or less.']],
  [{ question_type: 'integer' }, 1.5, ['Enter a whole number.']],
  [{ question_type: 'decimal', decimal_places: 1 }, 1.25, ['Enter at most 1 decimal place.']],
  [{ question_type: 'decimal', decimal_places: 2 }, 1.25, []],
  [{ question_type: 'decimal', decimal_places: null }, 1.23456, []],
  [{ question_type: 'integer' }, '12', ['Enter a number.']],
  [{ question_type: 'text', max_length: 3 }, 'four', ['Enter 3 characters or fewer. That is 1 too many.']],
  [{ question_type: 'text' }, 4, ['Enter text.']],
  [{ question_type: 'date' }, '2026-02-30', ['Enter a date, such as 30 Sep 2026.']],
  [{ question_type: 'date' }, '2026-02-28', []],
  [{ question_type: 'yes_no' }, 'maybe', ['Answer yes or no.']],
  [
    { question_type: 'single_choice', option_list: [{ option_id: 7, option_name: 'A' }] },
    8,
    ['Choose one of the options.']
  ],
  [{ question_type: 'single_choice', option_list: [{ option_id: 7, option_name: 'A' }] }, 7, []],
  [
    { question_type: 'multiple_choice', option_list: [{ option_id: 7, option_name: 'A' }] },
    [7, 7],
    ['Choose each option only once.']
  ],
  [{ question_type: 'calculated' }, 4, ['This cell is calculated. You cannot enter a value.']],
  [{ question_type: 'heading' }, 'x', ['A heading takes no answer.']],
  [{ is_disabled: true }, 4, ['This cell does not apply.']],
  [{ min_value: 1 }, null, []],
  [{ question_type: 'calculated' }, null, []]
])('%o with %o', (question, value, expected) => {
  expect(errors(question, value)).toEqual(expected)
})

test('soft rules flag a value and ask for a comment; a hard fault silences them', () => {
  expect(check({ warn_min: 10, warn_max: 50 }, 60).warnings).toEqual([
    { message: 'Usually between 10 and 50.', comment_required: true }
  ])
  expect(
    check({ warn_change_percent: 50, unit: 'h' }, 49, 498).warnings.map(warning => warning.message)
  ).toEqual(['90% below last period (498 h), more than the usual 50%.'])
  expect(check({ warn_change_percent: 50 }, 40, 20).warnings.map(warning => warning.message)).toEqual([
    '100% above last period (20), more than the usual 50%.'
  ])
  expect(check({ warn_change_percent: 50 }, 30, 20).warnings).toEqual([])
  expect(check({ warn_change_percent: 50 }, 30, 0).warnings).toEqual([])
  expect(check({ max_value: 10, warn_max: 5 }, 11).warnings).toEqual([])
})

test('a reason for having no value excludes a value', () => {
  const question = aQuestion({})
  expect(
    checkCell(question, { value: null, is_not_applicable: true, is_not_available: false }).errors
  ).toEqual([])
  expect(
    checkCell(question, { value: 3, is_not_applicable: true, is_not_available: false }).errors
  ).toHaveLength(1)
  expect(
    checkCell(question, { value: null, is_not_applicable: true, is_not_available: true }).errors
  ).toHaveLength(1)
})

/** The counts of an open section with its percentage. */
function countSection(...parts: Parameters<typeof completionOf>) {
  const counts = completionOf(...parts)
  return { ...counts, completion_percent: completionPercent(counts, false) }
}

describe('text of a value', () => {
  const options = [
    { option_id: 1, option_name: 'Day' },
    { option_id: 2, option_name: 'Night shift' }
  ]
  const cases = fc.oneof(
    fc.record({ question: fc.constant(aQuestion({ question_type: 'integer' })), value: fc.integer() }),
    fc.record({
      question: fc.constant(aQuestion({ question_type: 'currency', decimal_places: 2 })),
      value: fc.integer({ min: -1e9, max: 1e9 }).map(pence => pence / 100)
    }),
    fc.record({
      question: fc.constant(aQuestion({ question_type: 'single_choice', option_list: options })),
      value: fc.constantFrom(1, 2)
    }),
    fc.record({
      question: fc.constant(aQuestion({ question_type: 'multiple_choice', option_list: options })),
      value: fc.subarray([1, 2], { minLength: 1 })
    }),
    fc.record({
      question: fc.constant(aQuestion({ question_type: 'yes_no' })),
      value: fc.constantFrom('yes', 'no')
    }),
    fc.record({
      question: fc.constant(aQuestion({ question_type: 'long_text' })),
      value: fc.string({ minLength: 1 }).filter(text => text.trim() !== '')
    })
  )

  it('parses back to the same value', () => {
    fc.assert(
      fc.property(cases, ({ question, value }) => {
        expect(readCellText(question, formatCellText(question, value))).toEqual({ ok: true, value })
      })
    )
  })

  it('reads dates with the day first or as ISO, and guesses nothing else', () => {
    const date = aQuestion({ question_type: 'date' })
    for (const text of ['2026-09-30', '30/9/2026', '30.09.26', '30-9-2026'])
      expect(readCellText(date, text)).toEqual({ ok: true, value: '2026-09-30' })
    expect(readCellText(date, '9/30/2026')).toMatchObject({ ok: false })
    expect(
      readCellText(aQuestion({ question_type: 'single_choice', option_list: options }), 'Evening')
    ).toMatchObject({ ok: false })
  })
})

describe('completion', () => {
  const section = (...questions: Question[]) => [{ is_repeating: false, questions }]

  it('0, not applicable and not available are answers, blank is not; the percentage is rounded down', () => {
    const done = countSection(
      section(
        withAnswer(aQuestion({ question_id: 1, is_required: true }), { value: 0 }),
        withAnswer(aQuestion({ question_id: 2, is_required: true }), { is_not_applicable: true }),
        withAnswer(aQuestion({ question_id: 3, is_required: true }), { is_not_available: true }),
        aQuestion({ question_id: 4, is_required: true })
      )
    )
    expect(done).toMatchObject({
      applicable_count: 4,
      answered_count: 3,
      required_remaining_count: 1,
      completion_percent: 75
    })
    expect(done.left).toEqual([{ question_id: 4, row_id: 0, column_id: 0, reason: 'required' }])
  })

  it('disabled, hidden, calculated and optional blank cells do not count', () => {
    const counts = countSection(
      section(
        withAnswer(aQuestion({ question_id: 1, question_type: 'yes_no', is_required: true }), {
          value: 'no'
        }),
        aQuestion({ question_id: 2, is_required: true, visible_if: 'q1 = yes' }),
        aQuestion({ question_id: 3, is_required: true, is_disabled: true }),
        aQuestion({ question_id: 4, question_type: 'calculated', expression: 'q1', is_required: true }),
        aQuestion({ question_id: 5, question_type: 'heading', is_required: true }),
        aQuestion({ question_id: 6 })
      )
    )
    expect(counts).toMatchObject({
      applicable_count: 1,
      answered_count: 1,
      completion_percent: 100,
      left: []
    })
  })

  it('limits of a calculated cell are rules between cells: a broken hard one keeps the section incomplete, a soft one asks for a comment', () => {
    const rule = { question_id: 3, question_type: 'calculated' as const, expression: 'q1 - q2', unit: 'beds' }
    const beds = withAnswer(aQuestion({ question_id: 1, is_required: true }), { value: 20 })
    const used = (value: number): Question =>
      withAnswer(aQuestion({ question_id: 2, is_required: true }), { value })
    const hard = aQuestion({ ...rule, min_value: 0 })
    expect(countSection(section(beds, used(20), hard))).toMatchObject({
      applicable_count: 2,
      completion_percent: 100,
      left: []
    })
    expect(countSection(section(beds, used(21), hard))).toMatchObject({
      applicable_count: 3,
      answered_count: 2,
      error_count: 1,
      completion_percent: 66,
      left: [{ question_id: 3, row_id: 0, column_id: 0, reason: 'error' }]
    })
    const soft = aQuestion({ ...rule, warn_min: 5 })
    expect(countSection(section(beds, used(18), soft))).toMatchObject({
      warning_count: 1,
      comment_required_count: 1,
      completion_percent: 100,
      left: [{ question_id: 3, row_id: 0, column_id: 0, reason: 'comment' }]
    })
    expect(
      countSection(section(beds, aQuestion({ question_id: 2 }), hard)).left,
      'nothing comes of a blank cell'
    ).toEqual([])
  })

  it('a stored value that breaks a hard rule is an error and not answered; one that breaks a soft rule asks for a comment', () => {
    const warned = withAnswer(aQuestion({ question_id: 2, is_required: true, warn_max: 5 }), { value: 9 })
    const counts = countSection(
      section(
        withAnswer(aQuestion({ question_id: 1, is_required: true, max_value: 5 }), { value: 9 }),
        warned
      )
    )
    expect(counts).toMatchObject({
      answered_count: 1,
      error_count: 1,
      warning_count: 1,
      comment_required_count: 1,
      completion_percent: 50
    })
    expect(counts.left.map(cell => cell.reason)).toEqual(['error', 'comment'])
    const explained = {
      ...warned,
      comments: [
        {
          comment_id: 1,
          comment_text: 'New ward',
          created_by: 'A',
          created_at: '2026-01-01T00:00:00.000Z',
          is_resolved: false,
          parent_comment_id: null
        }
      ]
    }
    expect(countSection(section(explained))).toMatchObject({
      warning_count: 1,
      comment_required_count: 0,
      left: []
    })
  })

  it('is 100 exactly when something is answered, or marked complete, and nothing required is missing', () => {
    const answered = fc.array(fc.record({ isRequired: fc.boolean(), isAnswered: fc.boolean() }), {
      maxLength: 60
    })
    fc.assert(
      fc.property(answered, cells => {
        const questions = cells.map((cell, index) =>
          withAnswer(aQuestion({ question_id: index + 1, is_required: cell.isRequired }), {
            value: cell.isAnswered ? 1 : null
          })
        )
        const counts = countSection(section(...questions))
        const isNothingMissing = cells.every(cell => cell.isAnswered || !cell.isRequired)
        expect(counts.completion_percent === 100).toBe(
          isNothingMissing && cells.some(cell => cell.isAnswered)
        )
        expect(completionPercent(counts, true) === 100).toBe(isNothingMissing)
        expect(counts.left).toHaveLength(counts.required_remaining_count)
      })
    )
  })
})
