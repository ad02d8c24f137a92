// Rules for a questionnaire as a whole.

import { structureLimits } from '#contract/list-limits.ts'
import type { RuleFault } from './rule-fault.ts'

/** How many parts there are; of parts with different parents, the most that one parent has. */
export type StructureSize = Record<keyof typeof structureLimits, number>

export const faultsOfSize = (size: Partial<StructureSize>): RuleFault[] =>
  Object.entries(structureLimits).flatMap(([field, { most, message }]) =>
    (size[field as keyof StructureSize] ?? 0) > most ? [{ field, message }] : []
  )

interface QuestionAddress<K> {
  question: unknown
  row: K
  column: K
  subSection: unknown
}

/**
 * The places whose question an earlier sub-section has already, outside grids: an answer there is identified by its question alone, so that two
 * places would share it. Rows and columns belong to one sub-section.
 */
export function repeatedPlacements<P>(
  places: readonly P[],
  placeOf: (place: P) => QuestionAddress<string | number | null>
): P[] {
  const first = new Map<unknown, unknown>()
  return places.filter(one => {
    const { question, row, column, subSection } = placeOf(one)
    if (row || column) return false
    if (!first.has(question)) first.set(question, subSection)
    return first.get(question) !== subSection
  })
}

export const repeatedPlacementFault: RuleFault = {
  field: 'question',
  message: 'is already in another sub-section of this questionnaire'
}
