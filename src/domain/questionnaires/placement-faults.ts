// Rules for the place of a question: lists have neither rows nor columns, grids have both, and in a repeating grid respondents add the rows.

import type { Question } from '#contract/questionnaires.ts'
import { isAnswerable } from '#domain/answers/cell-rules.ts'
import type { RuleFault } from './rule-fault.ts'

export interface SubSectionShape {
  layout: 'list' | 'grid'
  is_repeating: boolean
}

/** Checks a sub-section's layout against its number of rows and columns. */
export function faultsOfLayout(
  { layout, is_repeating }: SubSectionShape,
  { rows, columns }: { rows: number; columns: number }
): RuleFault[] {
  if (layout === 'grid')
    return is_repeating && rows > 0
      ? [{ field: 'rows', message: 'must be empty: respondents add the rows' }]
      : []
  return [
    ...(is_repeating ? [{ field: 'is_repeating', message: 'is only for grids: a list has no rows' }] : []),
    ...(rows > 0 ? [{ field: 'rows', message: 'must be empty: a list has no rows' }] : []),
    ...(columns > 0 ? [{ field: 'columns', message: 'must be empty: a list has no columns' }] : [])
  ]
}

/** Checks the row and column that a place names. */
export function placementFaults(
  { layout, is_repeating }: SubSectionShape,
  { row, column }: { row: 'none' | 'unknown' | 'known'; column: 'none' | 'unknown' | 'known' }
): RuleFault[] {
  const faultOf = (field: 'row' | 'column', found: typeof row): RuleFault[] => {
    const isRepeated = layout === 'grid' && is_repeating && field === 'row'
    if (layout === 'grid' && !isRepeated)
      return found === 'known' ? [] : [{ field, message: `must name a ${field} of the grid` }]
    if (found === 'none') return []
    return [
      {
        field,
        message: `must be empty: ${isRepeated ? 'respondents add the rows' : `a list has no ${field}s`}`
      }
    ]
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
