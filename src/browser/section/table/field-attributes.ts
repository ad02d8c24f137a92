import { fieldId } from './cell-id.ts'
import { errorOf, type CellState } from '../state/cell-state.ts'
import type { SectionEngine } from '../section-engine.ts'
import type { CellModel } from '../state/model.ts'

export interface FieldProps {
  engine: SectionEngine
  cell: CellModel
  state: CellState
  className?: string | undefined
  describedBy?: string | undefined
  /** Names a group of fields that has no label element. */
  labelledBy?: string | undefined
}

/** The attributes of every single-element field. In a list its label names it. */
export function fieldAttributes({ cell, state, className, describedBy }: FieldProps) {
  return {
    id: fieldId(cell.key),
    'aria-label': cell.table.kind === 'grid' ? cell.name : undefined,
    'aria-invalid': errorOf(state) === null ? undefined : true,
    'aria-describedby': describedBy,
    'aria-required': (cell.question.is_required && !state.isUnusedRow) || undefined,
    className
  }
}
