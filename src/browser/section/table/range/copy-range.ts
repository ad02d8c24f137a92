// Puts a range on the clipboard: its figures as plain text, and as a table with the names of its rows and columns.

import type { SectionEngine } from '#browser/section/section-engine.ts'
import {
  positionsIn,
  rectangleOf,
  rangeSize,
  type CellPosition,
  type CellRange
} from '#browser/section/state/cell-range.ts'
import { noAnswerText } from '#browser/section/state/edit-content.ts'
import { cellAt, type TableModel } from '#browser/section/state/model.ts'
import { lineTotal } from '#browser/section/state/totals.ts'
import { writeBlock, writeCell } from '#browser/section/table/paste.ts'
import { formatNumber } from '#domain/answers/number-input.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import { marksTyped } from '#domain/answers/typed-mark.ts'
import { escapeClipboardText } from '#lib/escape-formula.ts'
import { escapeMarkup } from '#lib/text/markup.ts'

export interface CopiedRange {
  text: string
  /** Null for one cell, which needs no headings. */
  html: string | null
}

export function copyRange(engine: SectionEngine, range: CellRange): CopiedRange {
  const rectangle = rectangleOf(range)
  const rows = positionsIn(rectangle).map(row => row.map(at => copiedText(engine, range.table, at)))
  if (rangeSize(rectangle) > 1) return { text: writeBlock(rows), html: htmlTable(range, rows) }
  // An empty text would leave the clipboard as it was. Spreadsheets, too, write a line break for an empty cell.
  const text = rows[0]?.[0] ?? ''
  return { text: text === '' ? writeBlock([['']]) : writeCell(text), html: null }
}

/** The text of a cell or total with plain numbers: '1234.5'. */
export function copiedText(engine: SectionEngine, table: TableModel, at: CellPosition): string {
  const { rowNames, columnNames } = table
  if (at.row >= rowNames.length || at.row >= engine.rows.shownOf(table).get())
    return at.column < columnNames.length
      ? ungroupedNumber(lineTotal(engine.store, table, { is: 'column', at: at.column }).text)
      : ''
  if (at.column >= columnNames.length)
    return ungroupedNumber(lineTotal(engine.store, table, { is: 'row', at: at.row }).text)
  const cell = cellAt(table, at.row, at.column)
  if (cell === null) return ''
  const { text, answer, isHidden } = engine.store.get(cell.key)
  if (isHidden || cell.question.is_disabled) return ''
  if (typeof answer.value === 'number' && typeOf(cell.question).exportedAs === 'number')
    return ungroupedNumber(formatNumber(answer.value))
  return noAnswerText(answer) ?? text
}

/** A number of this site without its grouping, and with the decimal mark of the programme's spreadsheets. */
const ungroupedNumber = (text: string): string =>
  text.replaceAll(',', '').replace('.', marksTyped() === null ? '.' : ',')

function htmlTable({ table, ...ends }: CellRange, rows: readonly string[][]): string {
  const { top, left } = rectangleOf(ends)
  const names = (list: readonly string[], index: number): string => list[index] ?? 'Total'
  const head = rows[0]?.map((_, across) => htmlCell('th', names(table.columnNames, left + across))) ?? []
  const body = rows.map((row, down) =>
    [htmlCell('th', names(table.rowNames, top + down)), ...row.map(text => htmlCell('td', text))].join('')
  )
  const lines = [[htmlCell('th', ''), ...head].join(''), ...body].map(line => `<tr>${line}</tr>`)
  return `<table>${lines.join('')}</table>`
}

const htmlCell = (name: 'td' | 'th', text: string): string =>
  `<${name}>${escapeMarkup(escapeClipboardText(text)).replaceAll('\n', '<br>')}</${name}>`
