// A section as CSV for other programs: one row per cell with its name, how to answer it, and the keys that
// identify it.

import { isHeading } from '#domain/answers/question-types.ts'
import { csvFile } from '#lib/csv.ts'
import { exportedText } from './exported-answer.ts'
import { exportedSection, type ExportedCell } from './exported-cells.ts'
import { fileKey } from './imported-file.ts'
import { entryWord, guidanceOf, howToAnswer } from './instructions.ts'
import {
  workbookReference,
  referenceText,
  titleRows,
  type WorkbookKind,
  type WorkbookSource
} from './source.ts'

export const CSV_HEADINGS = [
  'Sub-section',
  'Question',
  'Row',
  'Column',
  'Unit',
  'Entry',
  'How to answer',
  'Guidance',
  'Answer',
  'Key',
  'Version',
  'As exported'
] as const

export function csvWorkbook(source: WorkbookSource, kind: WorkbookKind, exportedAt: string): string {
  const { cells } = exportedSection(source, kind)
  const rows = [
    ...titleRows(source, exportedAt),
    ['Reference', referenceText(workbookReference(source, kind))],
    [],
    [...CSV_HEADINGS],
    ...[...cells.values()].filter(({ cell }) => !isHeading(cell.question)).map(cellRow)
  ]
  return csvFile(rows)
}

function cellRow({ cell, shown, isOpen, version, remembered }: ExportedCell): (string | number)[] {
  const { question, table } = cell
  const isGrid = table.kind === 'grid'
  return [
    table.subSection.sub_section_name,
    question.question_text,
    isGrid ? (table.rowNames[cell.row] ?? '') : '',
    isGrid ? (table.columnNames[cell.column] ?? '') : '',
    question.unit,
    entryWord(question),
    howToAnswer(question),
    guidanceOf(question),
    typeof shown === 'number' ? shown : exportedText(shown),
    isOpen ? fileKey(cell.key) : '',
    isOpen ? version : '',
    remembered
  ]
}
