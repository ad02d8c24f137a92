// The handle at the corner of a range: dragged down, up or beside, it repeats the range's cells.

import type { SectionEngine } from '#browser/section/section-engine.ts'
import {
  rectangleOf,
  type CellPosition,
  type CellRange,
  type Rectangle
} from '#browser/section/state/cell-range.ts'
import type { PasteReport } from '#browser/section/table/paste/paste-report.ts'
import { drawRange } from './draw-range.ts'
import { repeatInto } from './range-commands.ts'

interface FilledForm {
  engine: SectionEngine
  onPasted: (outcome: PasteReport) => void
}

export class FillHandle {
  private readonly form: FilledForm
  private source: CellRange | null = null
  private target: Rectangle | null = null

  constructor(form: FilledForm) {
    this.form = form
  }

  /** Begins a fill if the handle was pressed. */
  pressed(element: Element): boolean {
    const { engine } = this.form
    if (!element.matches('[data-fill-handle]') || engine.isLocked) return false
    this.source = engine.$range.get()
    return this.source !== null
  }

  /** Shows what would be filled. Returns true while the handle is dragged. */
  dragged(grid: HTMLElement | undefined, at: CellPosition | undefined): boolean {
    if (this.source === null) return false
    if (grid && at && grid.dataset['table'] === this.source.table.id) {
      this.target = extendRectangle(rectangleOf(this.source), at)
      drawRange(grid, this.target)
    }
    return true
  }

  /** Fills, as one step, and selects what was filled. */
  released(): void {
    const { source, target } = this
    this.source = null
    this.target = null
    if (source === null || target === null) return
    const { engine, onPasted } = this.form
    const { rowNames, columnNames } = source.table
    const outcome = repeatInto(engine, source.table, rectangleOf(source), target)
    engine.$range.set({
      table: source.table,
      anchor: { row: target.top, column: target.left },
      focus: {
        row: Math.min(target.bottom, rowNames.length - 1),
        column: Math.min(target.right, columnNames.length - 1)
      }
    })
    if (outcome.misfits.length > 0) onPasted(outcome)
  }
}

/** A rectangle that reaches a position in the direction in which it is farther away. */
export function extendRectangle(from: Rectangle, { row, column }: CellPosition): Rectangle {
  const [up, down] = [from.top - row, row - from.bottom]
  const [left, right] = [from.left - column, column - from.right]
  const most = Math.max(up, down, left, right)
  if (most <= 0) return from
  if (most === up) return { ...from, top: Math.max(0, row) }
  if (most === down) return { ...from, bottom: row }
  return most === left ? { ...from, left: Math.max(0, column) } : { ...from, right: column }
}
