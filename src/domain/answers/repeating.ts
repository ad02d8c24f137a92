// Repeating rows: a grid whose rows are added by the respondent, one for each fall, nurse or room. Each
// question is placed once, in a column and row 0; the answers of the nth row are in row n. An unused row
// requires nothing.

import { MAX_REPEATED_ROWS } from '#contract/limits.ts'
import type { Answer, Question, SubSection } from '#contract/questionnaires.ts'
import { withReferences, type Reference } from '#domain/formulas/expression-tokens.ts'
import { isAnswerable, isAnswered } from './cell-rules.ts'

type PlacedFormula = Pick<Question, 'question_id' | 'row_id' | 'column_id' | 'expression' | 'visible_if'>
/** What nobody has entered yet. */
export const UNANSWERED: Answer = {
  value: null,
  is_not_applicable: false,
  is_not_available: false,
  version: 0,
  updated_at: null,
  updated_by: null,
  updated_by_user_id: null,
  is_changed_after_sign_off: false
}

type RowName = SubSection['rows'][number]

export const repeatedRow = (row: number): RowName => ({
  row_id: row,
  row_name: `Row ${row}`,
  display_order: row
})

/** The row numbers of a range, up to the limit. */
export const rowNumbers = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, Math.min(to, MAX_REPEATED_ROWS) - from + 1) }, (_, index) => from + index)

/**
 * Moves the questions of one row to another. References to a question of the same row become references to
 * its cell in the new row: `q5 - q4` in row 3 is `q5_r3_c2 - q4_r3_c1`. Outside the row, `q5` means the
 * question in all rows.
 */
export function moveToRow<Q extends PlacedFormula>(questions: readonly Q[], row: number): Q[] {
  const own = new Map(questions.map(question => [question.question_id, question]))
  const moved = (reference: Reference): Reference => {
    const question = own.get(reference.question_id)
    const isSameRow =
      question !== undefined && (reference.row_id === null || reference.row_id === question.row_id)
    return isSameRow ? { ...reference, row_id: row, column_id: question.column_id } : reference
  }
  return questions.map(question => ({
    ...question,
    row_id: row,
    expression: question.expression && withReferences(question.expression, moved),
    visible_if: question.visible_if && withReferences(question.visible_if, moved)
  }))
}

/** A sub-section as the API returns it, with at least one row, extended by blank rows up to the limit. */
export function withBlankRows(subSection: SubSection): SubSection {
  if (!subSection.is_repeating) return subSection
  const last = Math.max(0, ...subSection.rows.map(row => row.row_id))
  const pattern = subSection.questions
    .filter(question => question.row_id === last)
    .map(question => ({ ...question, answer: UNANSWERED, comments: [] }))
  const more = rowNumbers(last + 1, MAX_REPEATED_ROWS)
  return {
    ...subSection,
    rows: [...subSection.rows, ...more.map(repeatedRow)],
    questions: [...subSection.questions, ...more.flatMap(row => moveToRow(pattern, row))]
  }
}

/** The rows of a repeating sub-section that contain an answer; null if rows do not repeat. */
export function startedRows({
  is_repeating,
  questions
}: Pick<SubSection, 'is_repeating' | 'questions'>): ReadonlySet<number> | null {
  if (!is_repeating) return null
  return new Set(
    questions
      .filter(question => isAnswerable(question) && isAnswered(question.answer))
      .map(question => question.row_id)
  )
}
