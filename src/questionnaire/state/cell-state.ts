// What is known of one cell: what stands in it, what the server has, and what lies between the two.
import type { Comment, Question } from '#contract/questionnaires.ts'
import { checkCell, isAnswerable, type CellAnswer, type CellCheck } from '#domain/cell-rules.ts'
import { cellText } from '#domain/cell-text.ts'

/** Both answers of a cell that was changed here and elsewhere; until somebody chooses, mine stays on this device. */
export interface Conflict {
  theirs: CellAnswer
  version: number
  updatedAt: string | null
  updatedBy: string | null
}

export interface CellState {
  /** What stands in the field. */
  text: string
  /** What it means; blank while it cannot be read. */
  answer: CellAnswer
  /** Why the text cannot be read as a value. */
  fault: string | null
  check: CellCheck
  /** The server's word on a value that it refused. */
  refusal: string | null
  /** The answer at the server that this one is typed over, and its version. */
  base: CellAnswer
  version: number
  updatedAt: string | null
  updatedBy: string | null
  /** Answers that left and were not acknowledged. */
  sent: CellAnswer[]
  /** Names the edit that is not acknowledged yet; null when the server has what stands here. */
  edit: string | null
  /** The newest edit of this person in any tab, saved or not; empty when nothing was edited in this visit. */
  lastEdit: string
  /** The newest version at the server that is known to be this person's own. */
  ownVersion: number
  saving: 'saved' | 'typed' | 'kept' | 'sending'
  conflict: Conflict | null
  isHidden: boolean
  /** Stands in a repeating row that nobody has begun: nothing is needed there. */
  isUnusedRow: boolean
  /** Everything said about the cell, answers to comments and resolved threads included. */
  comments: readonly Comment[]
}

/** A cell as the server tells of it. */
export function startState(question: Question): CellState {
  const { value, is_not_applicable, is_not_available, version, updated_at, updated_by } = question.answer
  const answer = { value, is_not_applicable, is_not_available }
  return {
    text: cellText(question, value),
    answer,
    fault: null,
    check: isAnswerable(question)
      ? checkCell(question, answer, question.previous_answer?.value ?? null)
      : { errors: [], warnings: [] },
    refusal: null,
    base: answer,
    version,
    updatedAt: updated_at,
    updatedBy: updated_by,
    sent: [],
    edit: null,
    lastEdit: '',
    ownVersion: 0,
    saving: 'saved',
    conflict: null,
    isHidden: false,
    isUnusedRow: false,
    comments: question.comments
  }
}

/** Why the cell's answer is not possible, in one sentence; null when it is. */
export const errorOf = (state: CellState): string | null =>
  state.fault ?? state.check.errors[0] ?? state.refusal

export const warningOf = (state: CellState): string | null =>
  errorOf(state) === null ? (state.check.warnings[0]?.message ?? null) : null

/** Whether a cell may leave for the server as it stands. */
export const isSendable = (state: CellState): boolean =>
  state.edit !== null && errorOf(state) === null && state.conflict === null
