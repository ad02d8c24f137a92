// Rules for the place of a question: lists have neither rows nor columns, grids have both, and in a repeating grid respondents add the rows.

import type { Question } from '#contract/questionnaires.ts'
import { isAnswerable } from '#domain/answers/cell-rules.ts'
import type { RuleFault } from './rule-fault.ts'

export interface SubSectionShape {
  layout: 'list' | 'grid'
  is_repeating: boolean
}

type GridPart = 'row' | 'column'

/** Why a sub-section has no rows, or no columns, of its own; null if it has. */
const whyWithout = ({ layout, is_repeating }: SubSectionShape, axis: GridPart): string | null => {
  if (layout === 'list') return `a list has no ${axis}s`
  return is_repeating && axis === 'row' ? 'respondents add the rows' : null
}

/** Checks a sub-section's layout against the number of rows and columns that it has in use. */
export function faultsOfLayout(
  subSection: SubSectionShape,
  { rows, columns }: { rows: number; columns: number }
): RuleFault[] {
  const faultsOf = (axis: GridPart, count: number): RuleFault[] => {
    const why = whyWithout(subSection, axis)
    return why === null || count === 0 ? [] : [{ field: `${axis}s`, message: `must be empty: ${why}` }]
  }
  return [
    ...(subSection.layout === 'list' && subSection.is_repeating
      ? [{ field: 'is_repeating', message: 'is only for grids: a list has no rows' }]
      : []),
    ...faultsOf('row', rows),
    ...faultsOf('column', columns)
  ]
}

/** A row or column that was retired before its sub-section got another layout stays retired. */
export function faultsOfAxisRestoring(subSection: SubSectionShape, axis: GridPart): RuleFault[] {
  const why = whyWithout(subSection, axis)
  return why === null ? [] : [{ field: 'is_active', message: `cannot be restored: ${why}` }]
}

/** Checks the row and column that a place names. */
export function placementFaults(
  subSection: SubSectionShape,
  { row, column }: { row: 'none' | 'unknown' | 'known'; column: 'none' | 'unknown' | 'known' }
): RuleFault[] {
  const faultOf = (field: GridPart, found: typeof row): RuleFault[] => {
    const why = whyWithout(subSection, field)
    if (why === null) return found === 'known' ? [] : [{ field, message: `must name a ${field} of the grid` }]
    return found === 'none' ? [] : [{ field, message: `must be empty: ${why}` }]
  }
  return [...faultOf('row', row), ...faultOf('column', column)]
}

/** A cell has one question, and a list contains a question once. */
export const takenCellFault = ({ layout }: Pick<SubSectionShape, 'layout'>): RuleFault => ({
  field: layout === 'grid' ? 'column' : 'question',
  message: 'names a cell that has a question already'
})

/** Only cells that take an answer can be required. */
export const faultsOfRequired = (
  question: Pick<Question, 'question_type' | 'is_disabled'>,
  isRequired: boolean
): RuleFault[] =>
  isRequired && !isAnswerable(question)
    ? [{ field: 'is_required', message: 'must not be set: this cell takes no answer' }]
    : []
