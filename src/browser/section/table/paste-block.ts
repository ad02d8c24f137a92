// Pastes a block of cells into a section and says what did not fit.

import type { SectionEngine } from '#browser/section/section-engine.ts'
import { errorOf } from '#browser/section/state/cell-state.ts'
import { cellAt, isOpenCell, type CellModel, type TableModel } from '#browser/section/state/model.ts'
import { isRepeating } from '#browser/section/state/repeating-rows.ts'
import { formatCellText, readCellText } from '#domain/answers/cell-text.ts'
import { inferMark, type KnownMark } from '#domain/answers/number-input.ts'
import { holdsNumber, isCalculated, typeOf } from '#domain/answers/question-types.ts'
import { countOf, formatCount } from '#lib/format.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { focusCell } from './cell-id.ts'
import { placeValues, type PastedValue } from './paste-labels.ts'
import { readBlock, type PastedBlock } from './paste.ts'

interface Misfit {
  place: string
  text: string
  reason: string
}

export interface PasteReport {
  pasted: number
  notPossible: number
  misfits: Misfit[]
  /** Reverts this paste, whatever was typed since, and returns to its first cell. */
  undo: () => void
}

/** A block with more rows than its table takes: nothing is pasted before the user has been told. */
export interface OversizedPaste {
  /** Rows below the last possible one, of how many on the clipboard. */
  excessRows: number
  allRows: number
  mostRows: number
  /** Pastes the rows that fit. */
  paste: () => PasteReport
}

/** Why a block is not pasted yet. */
export const excessText = ({ excessRows, allRows, mostRows }: OversizedPaste): string =>
  `The table takes at most ${countOf(mostRows, 'row')}. ${formatCount(excessRows)} of the ${formatCount(allRows)} rows on the clipboard would be below the last one.`

export type PasteOutcome = PasteReport | OversizedPaste

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

/** Pastes from a cell on. The active cell stays active: what is typed in it next is a step of its own. */
export function pasteBlock(engine: SectionEngine, from: CellModel, block: PastedBlock): PasteOutcome {
  const plan = planPaste(engine, from, block)
  const paste = (): PasteReport => applyPaste(engine, from, plan)
  const mostRows = from.table.cells.length
  const rows = new Set(plan.values.filter(({ text }) => text.trim() !== '').flatMap(({ row }) => row ?? []))
  const excessRows = [...rows].filter(row => row >= mostRows).length
  return isRepeating(from.table) && excessRows > 0
    ? { excessRows, allRows: rows.size, mostRows, paste }
    : paste()
}

interface PastePlan {
  values: readonly PastedValue[]
  changes: { key: string; text: string }[]
  misfits: Misfit[]
}

/** Whatever finds no open cell, or is not one of a question's options, is reported; nothing is dropped silently. */
function planPaste(engine: SectionEngine, from: CellModel, block: PastedBlock): PastePlan {
  const { table } = from
  const values = placeValues(block, table, from)
  const mark = markOfValues(table, values)
  const plan: PastePlan = { values, changes: [], misfits: [] }
  for (const value of values) {
    const cell = cellOf(table, value)
    const fitted = fitValue(engine, cell, value, mark)
    if (fitted.ok && cell !== null) plan.changes.push({ key: cell.key, text: fitted.value })
    else if (value.text.trim() !== '' && !fitted.ok)
      plan.misfits.push({ place: valueLocation(table, value), text: value.text, reason: fitted.error })
  }
  return plan
}

const cellOf = (table: TableModel, { row, column }: PastedValue): CellModel | null =>
  row === null || column === null ? null : cellAt(table, row, column)

const isTypedNumber = ({ question }: CellModel): boolean =>
  holdsNumber(question) && typeOf(question).entry === 'typed'

/** The decimal mark of the block's numbers together. */
const markOfValues = (table: TableModel, values: readonly PastedValue[]): KnownMark | null =>
  inferMark(
    values.flatMap(value => {
      const cell = cellOf(table, value)
      return cell !== null && isTypedNumber(cell) ? [value.text] : []
    })
  )

/** The text for a cell, or why the value does not fit there. */
function fitValue(
  { store }: SectionEngine,
  cell: CellModel | null,
  { text, row, column }: PastedValue,
  mark: KnownMark | null
): Result<string> {
  if (cell === null)
    return err(
      row === null || column === null ? 'no single row or column has this name' : 'outside the table'
    )
  if (isCalculated(cell.question)) return err('calculated')
  if (!isOpenCell(cell) || store.get(cell.key).isHidden) return err('does not apply')
  return fitText(cell, text, mark)
}

/** What was mistyped is pasted and marked as invalid. */
function fitText(cell: CellModel, text: string, mark: KnownMark | null): Result<string> {
  const reading = readCellText(cell.question, text, mark)
  if (typeOf(cell.question).entry === 'chosen')
    return reading.ok ? ok(formatCellText(cell.question, reading.value)) : reading
  if (!isTypedNumber(cell) || mark === null) return ok(text)
  if (reading.ok) return ok(formatCellText(cell.question, reading.value))
  return readCellText(cell.question, text).ok ? reading : ok(text)
}

function valueLocation(table: TableModel, { row, column, names }: PastedValue): string {
  if (row === null || column === null) return names.map(name => `‘${name.trim()}’`).join(', ')
  const parts = [
    table.rowNames[row] ?? `${row - table.rowNames.length + 1} below the last row`,
    table.columnNames[column] ?? `${column - table.columnNames.length + 1} right of the last column`
  ]
  return parts.filter(name => name !== '').join(', ')
}

function applyPaste(engine: SectionEngine, from: CellModel, { changes, misfits }: PastePlan): PasteReport {
  const { editing, store } = engine
  const step = editing.paste(changes)
  editing.enter(from.key)
  return {
    pasted: changes.length,
    notPossible: changes.filter(({ key }) => errorOf(store.get(key)) !== null).length,
    misfits,
    undo: () => {
      editing.revertStep(step)
      focusCell(from.key)
    }
  }
}
