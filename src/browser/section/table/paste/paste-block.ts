// Pastes a block of cells into a section and says what did not fit.

import type { SectionEngine } from '#browser/section/section-engine.ts'
import { contentOfState, isSameContent, textContent } from '#browser/section/state/edit-content.ts'
import { cellAt, isOpenCell, type CellModel, type TableModel } from '#browser/section/state/model.ts'
import { isRepeating } from '#browser/section/state/repeating-rows.ts'
import { readBlock, type PastedBlock } from '#browser/section/table/paste.ts'
import { inferMark, type KnownMark } from '#domain/answers/number-input.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import { err } from '#lib/result.ts'
import { applyChanges, type PlannedChanges } from './apply-changes.ts'
import { fitValue, isTypedNumber } from './fit-value.ts'
import { labelsOf, matchLabels, NO_LABELS, placeValues, type PastedValue } from './paste-labels.ts'
import type { OversizedPaste, PasteOutcome, PasteReport } from './paste-report.ts'

export interface ClipboardContent {
  text: string
  html: string
}

/** The cells on a clipboard. Several lines that no spreadsheet has copied are one text where a text is asked for. */
export function clipboardBlock(
  { question, table }: CellModel,
  { text, html }: ClipboardContent
): PastedBlock {
  const block = readBlock(text)
  const isColumn = block.length > 1 && block.every(cells => cells.length === 1)
  if (!isColumn || typeOf(question).holds !== 'text' || /<table/i.test(html)) return block
  const isCopiedCells = table.kind === 'grid' && /[\r\n]$/.test(text)
  return isCopiedCells ? block : [[text.replaceAll('\r\n', '\n').trim()]]
}

/** Pastes from a cell on, or asks first: about the match of headings and row names, and about rows that are too many. */
export function pasteBlock(engine: SectionEngine, from: CellModel, block: PastedBlock): PasteOutcome {
  const labels = labelsOf(block, from.table)
  const pasteInOrder = (): PasteReport | OversizedPaste =>
    pasteOrAsk(engine, from, placeValues(block, from.table, from, NO_LABELS))
  if (labels.rows === null && labels.columns === null) return pasteInOrder()
  const values = placeValues(block, from.table, from, labels)
  return {
    match: matchLabels(from.table, labels),
    paste: () => applyPaste(engine, from, values),
    pasteInOrder
  }
}

function pasteOrAsk(
  engine: SectionEngine,
  from: CellModel,
  values: readonly PastedValue[]
): PasteReport | OversizedPaste {
  const paste = (): PasteReport => applyPaste(engine, from, values)
  const mostRows = from.table.cells.length
  const rows = new Set(values.filter(({ text }) => text.trim() !== '').flatMap(({ row }) => row ?? []))
  const excessRows = [...rows].filter(row => row >= mostRows).length
  return isRepeating(from.table) && excessRows > 0
    ? { excessRows, allRows: rows.size, mostRows, paste }
    : paste()
}

const applyPaste = (engine: SectionEngine, from: CellModel, values: readonly PastedValue[]): PasteReport =>
  applyChanges(engine, planPaste(engine, from.table, values), from.key)

/** Whatever finds no open cell, or is not one of a question's options, is reported; nothing is dropped silently. */
function planPaste(engine: SectionEngine, table: TableModel, values: readonly PastedValue[]): PlannedChanges {
  const mark = markOfValues(table, values)
  const plan: PlannedChanges = { done: 'pasted', changes: [], misfits: [], kept: [] }
  for (const value of values) {
    const { text, row, column, isTotal } = value
    const cell = cellOf(table, value)
    if (text.trim() === '') {
      if (hasAnswer(engine, cell)) plan.kept.push(cell.key)
      continue
    }
    if (isTotal) continue
    const fitted =
      row === null || column === null
        ? err('no single row or column has this name')
        : fitValue(engine, cell, text, mark)
    if (fitted.ok && cell !== null) plan.changes.push({ key: cell.key, content: fitted.value })
    else if (!fitted.ok)
      plan.misfits.push({
        key: cell?.key ?? null,
        place: valueLocation(table, value),
        text,
        reason: fitted.error
      })
  }
  return plan
}

const cellOf = (table: TableModel, { row, column }: PastedValue): CellModel | null =>
  row === null || column === null ? null : cellAt(table, row, column)

const hasAnswer = ({ store }: SectionEngine, cell: CellModel | null): cell is CellModel =>
  isOpenCell(cell) && !isSameContent(contentOfState(store.get(cell.key)), textContent(''))

/** The decimal mark of the block's numbers together. */
const markOfValues = (table: TableModel, values: readonly PastedValue[]): KnownMark | null =>
  inferMark(
    values.flatMap(value => {
      const cell = cellOf(table, value)
      return cell !== null && isTypedNumber(cell) ? [value.text] : []
    })
  )

function valueLocation(table: TableModel, { row, column, names }: PastedValue): string {
  if (row === null || column === null) return names.map(name => `‘${name.trim()}’`).join(', ')
  const parts = [
    table.rowNames[row] ?? `${row - table.rowNames.length + 1} below the last row`,
    table.columnNames[column] ?? `${column - table.columnNames.length + 1} right of the last column`
  ]
  return parts.filter(name => name !== '').join(', ')
}
