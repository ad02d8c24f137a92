// The state of one cell: what it contains, what the server has, and what is still unsaved.

import type { Comment } from '#contract/comment.ts'
import type { Question } from '#contract/questionnaires.ts'
import { checkCell, isAnswerable, type CellAnswer, type CellCheck } from '#domain/answers/cell-rules.ts'
import { formatCellText } from '#domain/answers/cell-text.ts'
import { askedAs } from '#domain/answers/question-types.ts'

/** Whose answer the server has. */
export interface Authorship {
  at: string | null
  by: string | null
  /** Null for respondents, and from an API that does not say. */
  userId: number | null
  /** By a programme admin, after the organisation signed it off. */
  isAfterSignOff: boolean
}

export const authorshipOf = ({
  updated_at,
  updated_by,
  updated_by_user_id = null,
  is_changed_after_sign_off = false
}: Omit<Question['answer'], 'value' | 'version' | 'is_not_applicable' | 'is_not_available'>): Authorship => ({
  at: updated_at,
  by: updated_by,
  userId: updated_by_user_id,
  isAfterSignOff: is_changed_after_sign_off
})

/**
 * Both answers of a cell that was changed here and elsewhere. Mine stays on this device until the user
 * chooses.
 */
export interface Conflict {
  theirs: CellAnswer
  version: number
  written: Authorship
}

export interface CellState {
  /** How the question was asked, see `askedAs`. */
  asked: string
  /** The text in the field. */
  text: string
  /** The value of the text; blank while it cannot be parsed. */
  answer: CellAnswer
  /** Why the text cannot be parsed. */
  fault: string | null
  check: CellCheck
  /** The server's reason for rejecting the value. */
  refusal: string | null
  /** The server's answer that this one replaces, and its version. */
  base: CellAnswer
  version: number
  written: Authorship
  /** Answers that were sent and not acknowledged. */
  sent: CellAnswer[]
  /** The edit that is not acknowledged yet; null when the server has this content. */
  edit: string | null
  /** This user's newest edit in any tab, saved or not; empty when nothing was edited in this visit. */
  lastEdit: string
  /** The newest version on the server that is known to be this user's own. */
  ownVersion: number
  saving: 'saved' | 'typed' | 'kept' | 'sending'
  conflict: Conflict | null
  isHidden: boolean
  /** In a repeating row that nobody has started: nothing is required there. */
  isUnusedRow: boolean
  /** Who else has changed it since this user last looked, in words; null if nobody has. */
  news: string | null
  /** Whether a question from the programme about it waits for an answer. */
  isAsked: boolean
  /** All comments on the cell, including replies and resolved threads. */
  comments: readonly Comment[]
}

/** A cell's state from the server's data. */
export function startState(question: Question): CellState {
  const { value, is_not_applicable, is_not_available, version } = question.answer
  const answer = { value, is_not_applicable, is_not_available }
  return {
    asked: askedAs(question),
    text: formatCellText(question, value),
    answer,
    fault: null,
    check: isAnswerable(question)
      ? checkCell(question, answer, question.previous_answer?.value ?? null)
      : { errors: [], warnings: [] },
    refusal: null,
    base: answer,
    version,
    written: authorshipOf(question.answer),
    sent: [],
    edit: null,
    lastEdit: '',
    ownVersion: 0,
    saving: 'saved',
    conflict: null,
    isHidden: false,
    isUnusedRow: false,
    news: null,
    isAsked: false,
    comments: question.comments
  }
}

/** Why a cell cannot be sent. */
const obstacleOf = (state: CellState): string | null => state.fault ?? state.check.errors[0] ?? state.refusal

/** Why the cell's answer is invalid, in one sentence; null if it is valid. A cell hidden by another answer is always valid. */
export const errorOf = (state: CellState): string | null => (state.isHidden ? null : obstacleOf(state))

/** Whether the text is kept on this device until the cell is shown again. */
export const isShelved = (state: CellState): boolean =>
  state.isHidden && state.edit !== null && obstacleOf(state) !== null

export const warningOf = (state: CellState): string | null =>
  errorOf(state) === null ? (state.check.warnings[0]?.message ?? null) : null

/** Whether a cell may be sent as it is. */
export const isSendable = (state: CellState): boolean =>
  state.edit !== null && obstacleOf(state) === null && state.conflict === null
