import { describe, expect, it, test } from 'vitest'
import { buildModel } from '#browser/section/state/model.ts'
import { MAX_REPEATED_ROWS } from '#contract/limits.ts'
import { completionOf } from '#domain/answers/completion.ts'
import { moveToRow, withBlankRows } from '#domain/answers/repeating.ts'
import { aQuestion, aRepeatingGrid, aSection, withAnswer } from '#tests/support/questions.ts'
import { aSource, downloaded, previewed, readBack, type FileKind } from '#tests/support/workbooks.ts'

const rows = (begun: number) =>
  aRepeatingGrid([{}, { is_required: false }], begun, (row, column) => row * 10 + column)

describe('expressions of a row', () => {
  const row = [
    aQuestion({ question_id: 4, column_id: 1 }),
    aQuestion({ question_id: 5, column_id: 2 }),
    aQuestion({
      question_id: 6,
      column_id: 3,
      question_type: 'calculated',
      expression: "sum(q5, Q4) + q9 + q9_r4_c2 + 'q5'"
    })
  ]

  it('speak of the cells of their own row, and of others as before', () => {
    expect(moveToRow(row, 3)[2]?.expression).toBe("sum(q5_r3_c2, q4_r3_c1) + q9 + q9_r4_c2 + 'q5'")
    expect(moveToRow(moveToRow(row, 3), 7)).toEqual(moveToRow(row, 7))
  })

  it('are left alone when they cannot be read', () => {
    const unread = aQuestion({ question_id: 4, column_id: 1, visible_if: 'q4 § 1' })
    expect(moveToRow([unread], 2)[0]?.visible_if).toBe('q4 § 1')
  })
})

describe('what is needed', () => {
  it('in a row is needed once something stands in the row', () => {
    const grid = rows(0)
    expect(completionOf([grid])).toMatchObject({ applicable_count: 0, left: [] })
    const [first, second] = grid.questions
    if (first === undefined || second === undefined) throw new Error('no cells')
    const begun = { ...grid, questions: [first, withAnswer(second, { value: 3 })] }
    expect(completionOf([begun])).toMatchObject({
      applicable_count: 2,
      answered_count: 1,
      left: [{ question_id: 1, row_id: 1, column_id: 1, reason: 'required' }]
    })
  })
})

describe('blank rows', () => {
  it('follow the last one up to the limit, each with its own cells', () => {
    const { rows: all, questions } = withBlankRows(rows(2))
    expect(all.map(row => row.row_id)).toEqual(
      Array.from({ length: MAX_REPEATED_ROWS }, (_, index) => index + 1)
    )
    expect(questions).toHaveLength(2 * MAX_REPEATED_ROWS)
    expect(questions.slice(0, 6).map(question => question.answer.value)).toEqual([11, 12, 21, 22, null, null])
    expect(questions.at(-1)).toMatchObject({ question_id: 2, row_id: MAX_REPEATED_ROWS, column_id: 2 })
  })

  it('are blank after a row that is not, and are none in a grid that does not repeat or that is full', () => {
    const some = rows(2)
    const taken = { ...some, questions: some.questions.map(question => withAnswer(question, { value: 1 })) }
    expect(withBlankRows(taken).questions.at(6)?.answer).toMatchObject({ value: null, version: 0 })
    expect(withBlankRows({ ...some, is_repeating: false })).toEqual({ ...some, is_repeating: false })
    const full = withBlankRows(some)
    expect(withBlankRows(full)).toEqual(full)
  })

  it('a section has all of them as cells', () => {
    expect(buildModel(aSection(rows(1))).cells.size).toBe(2 * MAX_REPEATED_ROWS)
  })
})

test.each<FileKind>(['xlsx', 'csv'])(
  'a file (%s) has the begun rows and room for more, and comes back unchanged',
  file => {
    const source = aSource(aSection(rows(2)))
    const bytes = downloaded(source, file)
    expect(readBack(bytes).cells).toHaveLength(2 * (2 + 50))
    expect(previewed(source, bytes).counts).toEqual({
      new: 0,
      changed: 0,
      same: 104,
      rejected: 0,
      conflict: 0
    })
  }
)
