// Rules for a whole sub-section with the places of its questions.

import type { QuestionType } from '#contract/questionnaires.ts'
import {
  faultsOfLayout,
  placementFaults,
  faultsOfRequired,
  takenCellFault,
  type SubSectionShape
} from './placement-faults.ts'
import type { RuleFault } from './rule-fault.ts'

/** Rows and columns are identified by numbers or texts; null means none. */
export interface WrittenGridCell<K> {
  question: K
  row: K | null
  column: K | null
  is_required: boolean
  is_disabled: boolean
}

export interface WrittenSubSection<K> extends SubSectionShape {
  rows: readonly K[]
  columns: readonly K[]
  cells: readonly WrittenGridCell<K>[]
}

export interface SubSectionFault extends RuleFault {
  /** The index of the cell; absent for a fault of the sub-section itself. */
  cell?: number
}

export function faultsOfSubSection<K>(
  subSection: WrittenSubSection<K>,
  typeOf: (question: K) => QuestionType | undefined
): SubSectionFault[] {
  const { rows, columns, cells } = subSection
  const taken = new Set<string>()
  const cellFaults = cells.flatMap((written, cell) => {
    const faults = faultsOfCell(subSection, written, typeOf(written.question))
    const key = gridCellKey(subSection, written)
    if (taken.has(key)) faults.push(takenCellFault(subSection))
    taken.add(key)
    return faults.map(fault => ({ ...fault, cell }))
  })
  return [...faultsOfLayout(subSection, { rows: rows.length, columns: columns.length }), ...cellFaults]
}

/** The identity of a cell within its sub-section. */
const gridCellKey = <K>({ layout }: SubSectionShape, { question, row, column }: WrittenGridCell<K>): string =>
  JSON.stringify(layout === 'grid' ? [row, column] : question)

function faultsOfCell<K>(
  subSection: WrittenSubSection<K>,
  { question, row, column, is_required, is_disabled }: WrittenGridCell<K>,
  question_type: QuestionType | undefined
): RuleFault[] {
  if (question_type === undefined)
    return [{ field: 'question', message: `must be a defined question; ${String(question)} is not defined` }]
  const found = (parts: readonly K[], part: K | null) =>
    part === null ? 'none' : parts.includes(part) ? 'known' : 'unknown'
  const place = { row: found(subSection.rows, row), column: found(subSection.columns, column) } as const
  return [
    ...placementFaults(subSection, place),
    ...faultsOfRequired({ question_type, is_disabled }, is_required)
  ]
}
