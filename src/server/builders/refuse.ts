// Turns the fault of a questionnaire rule into the reply of a call.

import type { RuleFault } from '#domain/questionnaires/rule-fault.ts'
import { invalid } from '#server/http/api-error.ts'

/** Refuses with the first fault, if there is one. `field` names it as the call does. */
export function throwFirstFault(
  faults: readonly RuleFault[],
  fieldOf = (field: string): string => field
): void {
  const [fault] = faults
  if (fault !== undefined) throw invalid(fieldOf(fault.field), fault.message)
}
