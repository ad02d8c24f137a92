// Three-way merge of a cell: two users, two tabs or two devices against the common base (product 23.3).

import type { CellAnswer } from '#domain/answers/cell-rules.ts'
import { isSameAnswer } from '#domain/answers/same-answer.ts'

export type MergeOutcome = 'same' | 'mine' | 'theirs' | 'conflict'

export const BLANK_ANSWER: CellAnswer = { value: null, is_not_applicable: false, is_not_available: false }

/** The answer fields of what is sent to the server or received from it. */
export const pickAnswer = ({
  value,
  is_not_applicable = false,
  is_not_available = false
}: Partial<CellAnswer> & Pick<CellAnswer, 'value'>): CellAnswer => ({
  value,
  is_not_applicable,
  is_not_available
})

export const unionOfAnswers = (some: readonly CellAnswer[], others: readonly CellAnswer[]): CellAnswer[] => [
  ...some,
  ...others.filter(other => !some.some(one => isSameAnswer(one, other)))
]

/**
 * Which answer wins. `base` is what mine was typed over; `sent` are answers of mine that may have arrived
 * without an acknowledgement, so finding one of them on the server is no conflict.
 */
export function mergeCell(
  base: CellAnswer,
  mine: CellAnswer,
  theirs: CellAnswer,
  sent: readonly CellAnswer[] = []
): MergeOutcome {
  if (isSameAnswer(mine, theirs)) return 'same'
  if (isSameAnswer(theirs, base) || sent.some(answer => isSameAnswer(answer, theirs))) return 'mine'
  return isSameAnswer(mine, base) ? 'theirs' : 'conflict'
}
