import type { SectionEngine } from '#browser/section/section-engine.ts'
import { errorOf, type CellState } from '#browser/section/state/cell-state.ts'
import type { CellModel } from '#browser/section/state/model.ts'
import { fieldId } from './cell-id.ts'

/** What shows a cell. */
export interface CellProps {
  engine: SectionEngine
  cell: CellModel
  state: CellState
}

export interface CellFieldProps extends CellProps {
  className?: string | undefined
  describedBy?: string | undefined
  /** Names a group of fields that has no label element. */
  labelledBy?: string | undefined
}

/** Whether a cell can only be read: its section is locked, or its window opens other cells. */
export const isReadOnly = ({ engine, cell }: Pick<CellProps, 'engine' | 'cell'>): boolean =>
  engine.isLocked || cell.question.is_closed === true

/** The attributes of every single-element field. In a list its label names it. */
export function fieldAttributes(props: CellFieldProps) {
  const { cell, state, className, describedBy } = props
  return {
    id: fieldId(cell.key),
    'aria-label': cell.table.kind === 'grid' ? cell.name : undefined,
    'aria-invalid': errorOf(state) === null ? undefined : true,
    'aria-describedby': describedBy,
    'aria-required': (cell.question.is_required && !state.isUnusedRow && !isReadOnly(props)) || undefined,
    className
  }
}
