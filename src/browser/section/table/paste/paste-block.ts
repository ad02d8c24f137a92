// Pastes a block of cells into a section and says what did not fit.

import type { SectionEngine } from '#browser/section/section-engine.ts'
import { errorOf } from '#browser/section/state/cell-state.ts'
import { cellAt, type CellModel, type TableModel } from '#browser/section/state/model.ts'
import { isRepeating } from '#browser/section/state/repeating-rows.ts'
import { focusCell } from '#browser/section/table/cell-id.ts'
import { readBlock, type PastedBlock } from '#browser/section/table/paste.ts'
import { inferMark, type KnownMark } from '#domain/answers/number-input.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import { err } from '#lib/result.ts'
import { fitValue, isTypedNumber } from './fit-value.ts'
import { placeValues, type PastedValue } from './paste-labels.ts'
import type { Misfit, PasteOutcome, PasteReport } from './paste-report.ts'

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
    const isNamed = value.row !== null && value.column !== null
    const fitted = isNamed
      ? fitValue(engine, cell, value.text, mark)
      : err('no single row or column has this name')
    if (fitted.ok && cell !== null) plan.changes.push({ key: cell.key, text: fitted.value })
    else if (value.text.trim() !== '' && !fitted.ok)
      plan.misfits.push({ place: valueLocation(table, value), text: value.text, reason: fitted.error })
  }
  return plan
}

const cellOf = (table: TableModel, { row, column }: PastedValue): CellModel | null =>
  row === null || column === null ? null : cellAt(table, row, column)

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

function applyPaste(engine: SectionEngine, from: CellModel, { changes, misfits }: PastePlan): PasteReport {
  const { editing, store } = engine
  const step = editing.paste(changes)
  editing.enter(from.key)
  return {
    done: 'pasted',
    pasted: changes.length,
    notPossible: changes.filter(({ key }) => errorOf(store.get(key)) !== null).length,
    misfits,
    undo: () => {
      editing.revertStep(step)
      focusCell(from.key)
    }
  }
}
