import type { SectionEngine } from '#browser/section/section-engine.ts'
import { cellAt, isOpenCell, type TableModel } from '#browser/section/state/model.ts'
import { isRepeating } from '#browser/section/state/repeating-rows.ts'
import type { GridShape } from './keyboard.ts'

/** A table as the cursor sees it. */
export function gridShape({ store, rows }: SectionEngine, table: TableModel): GridShape {
  return {
    rows: rows.shownOf(table).get(),
    columns: table.columnNames.length,
    hasOwnRows: isRepeating(table),
    isOpen: ({ row, column }) => {
      const cell = cellAt(table, row, column)
      return isOpenCell(cell) && !store.get(cell.key).isHidden
    },
    isFilled: ({ row, column }) => {
      const cell = cellAt(table, row, column)
      return cell !== null && store.get(cell.key).text !== ''
    }
  }
}
