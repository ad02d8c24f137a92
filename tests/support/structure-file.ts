// A questionnaire in a workbook, line by line.

import { heads, headNames, type ColumnHead } from '#domain/questionnaires/structure-file/columns.ts'
import { readStructureFile } from '#domain/questionnaires/structure-file/read.ts'
import { writeXlsx } from '#lib/xlsx/write.ts'

export type LineOf = Partial<Record<ColumnHead, string | number>>

export const written = (
  lines: readonly LineOf[],
  used: readonly ColumnHead[] = headNames,
  name = 'Questions'
) =>
  writeXlsx([
    {
      name,
      rows: [
        { cells: used.map(head => ({ value: heads[head] })) },
        ...lines.map(line => ({
          cells: used.map(head => (line[head] === undefined ? null : { value: line[head] }))
        }))
      ]
    }
  ])

export function read(lines: readonly LineOf[], used?: readonly ColumnHead[]) {
  const result = readStructureFile(written(lines, used))
  if (!result.ok) throw new Error(result.error)
  return result.value
}

export const first = { section: 'Beds', subSection: 'Count', question: 'Beds', type: 'Whole number' }

/** A sub-section that lists questions, of which there are none yet. */
export const emptyList = () => ({
  layout: 'list' as const,
  is_repeating: false,
  show_row_totals: false,
  show_column_totals: false,
  rows: [],
  columns: []
})
