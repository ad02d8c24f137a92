// Whom a questionnaire is asked: submissions in its scopes or, while it names none, all. Submissions with entries keep it, because otherwise
// nobody could reach what was entered.

import { enteredText, type Entered } from './entered.ts'
import { spellCount, type RuleFault } from './rule-fault.ts'

/** What was entered in a questionnaire by the submissions of one scope. */
export interface ScopeEntries extends Entered {
  /** null for submissions without a scope. */
  scope_id: number | null
  scope_name: string
  submissions: number
}

const isAskedIn = (scopeIds: readonly number[], { scope_id }: ScopeEntries): boolean =>
  scopeIds.length === 0 || (scope_id !== null && scopeIds.includes(scope_id))

/** Those who would lose the questionnaire if it were asked in other scopes. */
export const scopesLosing = (
  before: readonly number[],
  after: readonly number[],
  entered: readonly ScopeEntries[]
): ScopeEntries[] => entered.filter(scope => isAskedIn(before, scope) && !isAskedIn(after, scope))

export function faultOfLostScope({ scope_id, scope_name, submissions, ...entered }: ScopeEntries): RuleFault {
  const who = spellCount(submissions, 'submission')
  const have = `${submissions === 1 ? 'has' : 'have'} ${enteredText(entered)}`
  const message =
    scope_id === null
      ? `must stay empty: ${who} without a scope ${have}`
      : `must include “${scope_name}”: ${who} of it ${have}`
  return { field: 'scope_ids', message }
}
