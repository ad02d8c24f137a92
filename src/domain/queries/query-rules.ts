// The rules by which queries are raised in bulk.

import type { CellSpread } from '#contract/cell-spread.ts'
import type { QueryRule } from '#contract/queries.ts'
import type { CellValue } from '#contract/questionnaires.ts'
import { isBlank, percentChange, type CellAnswer } from '#domain/answers/cell-rules.ts'
import { describeOutlier } from '#domain/answers/outlier.ts'
import { isSameAnswer } from '#domain/answers/same-answer.ts'

export interface JudgedCell {
  answer: CellAnswer
  /** Whether completing the section would ask for an answer. */
  isRequiredAndLeft: boolean
  /** The own answer of the previous period. */
  former: CellValue
  /** Others' figures as the members of the cell's organisation may see them, so that being asked tells them nothing more. */
  spread: () => CellSpread | null
}

/** Whether a rule asks about the cell. */
export function isFoundBy(
  rule: QueryRule,
  { answer, isRequiredAndLeft, former, spread }: JudgedCell
): boolean {
  if (rule.rule_code === 'required_blank') return isRequiredAndLeft && isBlank(answer.value)
  const { value } = answer
  if (typeof value !== 'number') return false
  if (rule.rule_code === 'changed') {
    const change = typeof former === 'number' ? percentChange(value, former) : null
    return change !== null && Math.abs(change) > rule.change_percent
  }
  const peers = spread()
  return peers !== null && describeOutlier({ value, last: null, lastName: '', peers }) !== null
}

/** A resolved query of the same cell. */
export interface ResolvedQuery {
  rules: readonly QueryRule[]
  resolved_answer: CellAnswer | null
}

/** Whether the rule's query was resolved with the same answer: then it is not raised again, whatever its percentage was. */
export const wasResolved = (
  rule: QueryRule,
  answer: CellAnswer,
  resolved: readonly ResolvedQuery[]
): boolean =>
  resolved.some(
    one =>
      one.resolved_answer !== null &&
      isSameAnswer(one.resolved_answer, answer) &&
      one.rules.some(({ rule_code }) => rule_code === rule.rule_code)
  )
