// Repeating rows on the server: the rows of a submission and their cells.

import { sql } from 'kysely'
import { MAX_REPEATED_ROWS } from '#contract/limits.ts'
import type { CellAddress } from '#domain/answers/cell-address.ts'
import { moveToRow, repeatedRow, rowNumbers } from '#domain/answers/repeating.ts'
import type { SubSectionStructure } from './structure.ts'

/**
 * Expands a repeating sub-section: rows up to the last of its cells among `keys`, and one blank row. Any
 * other is returned unchanged.
 */
export function withRepeatedRows(
  subSection: SubSectionStructure,
  keys: Iterable<string>
): SubSectionStructure {
  if (!subSection.is_repeating) return subSection
  const questionIds = new Set(subSection.questions.map(question => question.question_id))
  let last = 0
  for (const key of keys) {
    const [questionId = 0, row = 0] = key.split(':').map(Number)
    if (questionIds.has(questionId) && row <= MAX_REPEATED_ROWS) last = Math.max(last, row)
  }
  const rows = rowNumbers(1, last + 1)
  return {
    ...subSection,
    rows: rows.map(repeatedRow),
    questions: rows.flatMap(row => moveToRow(subSection.questions, row))
  }
}

/** SQL: whether membership `m` of sub-section `t` defines the cell. */
export const isCellOf = ({ question_id, row_id, column_id }: CellAddress) => sql<boolean>`(
  m.question_id = ${question_id} and m.column_id = ${column_id}
  and case when t.is_repeating then ${row_id}::bigint between 1 and ${MAX_REPEATED_ROWS} else m.row_id = ${row_id} end)`
