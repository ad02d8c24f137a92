import { describe, expect, test } from 'vitest'
import type { EmptySectionReason } from '#contract/empty-section-reason.ts'
import type { Question, SubSection } from '#contract/questionnaires.ts'
import { changesOfDeclaring, changesOfWithdrawing } from '#domain/questionnaires/empty-sections.ts'
import { NOT_SETTLED } from '#domain/questionnaires/section-changes.ts'
import { aQuestion, withAnswer } from '#tests/support/questions.ts'

const asked = (question_id: number, more: Partial<Question> = {}): Question =>
  aQuestion({ question_id, question_text: `Question ${question_id}`, ...more })

const section = (questions: Question[], is_repeating = false): SubSection => ({
  sub_section_id: 1,
  sub_section_name: 'Falls',
  layout: is_repeating ? 'grid' : 'list',
  display_order: 1,
  is_repeating,
  show_row_totals: false,
  show_column_totals: false,
  rows: [],
  columns: [],
  questions
})

const declared = (subSections: SubSection[], reason: EmptySectionReason = 'none_happened') => {
  const changes = changesOfDeclaring(subSections, reason, () => false)
  return changes.ok ? changes.value.map(({ question_id, value }) => [question_id, value]) : changes.error
}

describe('“None happened” enters 0', () => {
  test('in visible number cells, but not in shares, choices, texts, calculated cells or rows that people add', () => {
    const questions = [
      asked(1),
      asked(2, { question_type: 'decimal', decimal_places: 1 }),
      asked(3, { question_type: 'currency' }),
      asked(4, { question_type: 'time' }),
      asked(5, { question_type: 'percentage' }),
      asked(6, { question_type: 'decimal', unit: '%' }),
      asked(7, { question_type: 'scale', option_list: [{ option_id: 1, option_name: 'Poor' }] }),
      asked(8, { question_type: 'text' }),
      asked(9, { question_type: 'calculated', expression: 'q1 + q2' }),
      asked(10, { is_disabled: true }),
      asked(11, { visible_if: 'q1 > 0' }),
      asked(12, { visible_if: 'q1 = 0' })
    ]
    const zeros = declared([section(questions), section([asked(13, { row_id: 1 })], true)])
    expect(zeros).toEqual([1, 2, 3, 4, 12].map(id => [id, 0]))
  })

  test.each([{ value: null }, { value: 0 }])('not in cells that are settled elsewhere: %o', settled => {
    const changes = changesOfDeclaring(
      [section([withAnswer(asked(1), settled), asked(2)])],
      'none_happened',
      ({ question_id }) => question_id === 1
    )
    expect(changes).toMatchObject({ ok: true, value: [{ question_id: 2, value: 0, base_version: 0 }] })
  })

  test('and not where a rule forbids it, of the cell or of what is calculated from it', () => {
    const limited = section([asked(1, { min_value: 1 }), asked(2)])
    expect(declared([limited])).toBe('0 is not a valid answer to: Question 1. Enter the answers instead.')
    expect(declared([limited], 'not_done')).toEqual([])
    const sum = asked(2, { question_type: 'calculated', expression: 'q1', min_value: 1 })
    expect(declared([section([asked(1), sum])])).toContain('Question 2')
  })

  test('where a figure would need a comment: the declaration explains it', () => {
    expect(declared([section([asked(1, { warn_min: 5 })])])).toEqual([[1, 0]])
  })
})

describe.each(['none_happened', 'not_done', 'not_recorded'] as const)(
  'A section with answers: %s',
  reason => {
    test.each([
      ['a number', { value: 3 }],
      ['a 0', { value: 0 }],
      ['not applicable', { is_not_applicable: true }]
    ])('%s', (_, answer) => {
      expect(declared([section([asked(1), withAnswer(asked(2), answer)])], reason)).toMatch(
        /^This section has answers/
      )
    })

    test('an answer that is not visible does not count', () => {
      const hidden = withAnswer(asked(2, { visible_if: 'q1 > 5' }), { value: 3 })
      expect(declared([section([asked(1), hidden])], reason)).toEqual(
        reason === 'none_happened' ? [[1, 0]] : []
      )
    })
  }
)

test('an answer that the zeros would make visible is refused', () => {
  const hidden = withAnswer(asked(2, { visible_if: 'q1 = 0' }), { value: 3 })
  expect(declared([section([asked(1), hidden])])).toMatch(/^This section has answers/)
})

test('withdrawing clears only the zeros', () => {
  const questions = [
    withAnswer(asked(1), { value: 0 }),
    asked(2),
    asked(3, { question_type: 'text' }),
    // Entered before it was hidden; a declaration does not change it, as no one sees it.
    withAnswer(asked(4, { visible_if: 'q1 > 5' }), { value: 0 })
  ]
  expect(changesOfWithdrawing([section(questions)], () => NOT_SETTLED)).toMatchObject([
    { question_id: 1, value: null, base_version: 1 }
  ])
})
