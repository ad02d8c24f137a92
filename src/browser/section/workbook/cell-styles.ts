// The styles of a workbook's cells: open ones white, locked ones grey, required ones with a thick left edge.

import { isHeading, typeOf } from '#domain/answers/question-types.ts'
import { dateFormat } from '#lib/time/date-format.ts'
import type { CellStyle } from '#lib/xlsx/styles.ts'
import type { ExportedCell } from './exported-cells.ts'

const GREY_INK = '5B6470'

export const cellStyles = {
  title: { isBold: true, size: 16 },
  label: { ink: GREY_INK },
  plain: {},
  subSection: { isBold: true, size: 13 },
  head: { isBold: true, fill: 'F1F3F5', edge: 'thin', wraps: true },
  headRight: { isBold: true, fill: 'F1F3F5', edge: 'thin', wraps: true, align: 'right' },
  rowName: { edge: 'thin', wraps: true },
  unit: { edge: 'thin', ink: GREY_INK },
  note: { ink: GREY_INK },
  outside: { fill: 'FFFFFF', edge: 'thin', edgeInk: 'E5E8EC' }
} satisfies Record<string, CellStyle>

export function styleOf({ cell: { question }, isOpen }: ExportedCell): CellStyle {
  const { exportedAs, isLong, ...type } = typeOf(question)
  const align = exportedAs === 'date' ? 'right' : type.align
  if (!isOpen) return { fill: 'E5E8EC', ink: GREY_INK, edge: 'thin', align, wraps: isHeading(question) }
  const edge = question.is_required ? 'strong' : 'thin'
  const open: CellStyle = {
    fill: 'FFFFFF',
    edge,
    edgeInk: edge === 'strong' ? '3B4656' : 'C9CED6',
    isOpen: true,
    align
  }
  if (exportedAs === 'date') return { ...open, format: dateFormat().toLowerCase() }
  if (exportedAs === 'number') return open
  // As text, so that 00123 stays 00123. Long texts stay general, because Excel shows text cells of more than
  // 255 characters as ####.
  return isLong ? { ...open, wraps: true } : { ...open, wraps: true, format: '@' }
}
