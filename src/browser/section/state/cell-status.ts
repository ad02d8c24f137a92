// The status of a cell and its text.

import { isAnswered } from '#domain/answers/cell-rules.ts'
import { errorOf, warningOf, type CellState } from './cell-state.ts'
import type { CellModel } from './model.ts'

export type CellStatus = 'plain' | 'required' | 'warning' | 'error' | 'conflict'

/** The one status that a cell shows; the most serious wins. */
export function cellStatus(cell: CellModel, state: CellState): CellStatus {
  if (state.conflict !== null) return 'conflict'
  if (errorOf(state) !== null) return 'error'
  if (warningOf(state) !== null) return 'warning'
  return cell.question.is_required && !state.isUnusedRow && !isAnswered(state.answer) && state.text === ''
    ? 'required'
    : 'plain'
}

/**
 * The status as text, after whoever has changed the cell: the finding is about their answer. `sources` names the cells that a calculated one depends on, because that is where it
 * can be corrected.
 */
export function cellStatusText(
  status: CellStatus,
  state: CellState,
  sources: readonly string[] = []
): string {
  if (status === 'conflict') return `Also changed by ${state.conflict?.written.by ?? 'someone else'}`
  const from = sources.length === 0 ? '' : ` It is calculated from ${sourceList(sources)}.`
  const change = changeText(state)
  const finding = findingText(status, state, from)
  return change === null || finding === '' ? (change ?? finding) : `${change}. ${finding}`
}

function findingText(status: CellStatus, state: CellState, from: string): string {
  if (status === 'error') return `${errorOf(state) ?? ''}${from}`
  return status === 'warning' ? `${warningOf(state) ?? ''}${from} Is this right?` : ''
}

/** That the programme asks about the cell, or who has changed it, after a sign-off or since the user last looked; null if neither. */
export const changeText = ({ news, written, isAsked }: CellState): string | null =>
  isAsked
    ? 'Question from the programme'
    : written.isAfterSignOff
      ? `Changed by ${written.by ?? 'the programme'} after sign-off`
      : news

const MAX_SOURCES = 4
/** Made when it is first needed: that takes a millisecond. */
let statusList: Intl.ListFormat | undefined

const sourceList = (names: readonly string[]): string =>
  (statusList ??= new Intl.ListFormat('en-GB')).format(
    names.length <= MAX_SOURCES
      ? names
      : [...names.slice(0, MAX_SOURCES - 1), `${names.length - MAX_SOURCES + 1} other cells`]
  )

/** The value of a cell's `data-saving`, which src/browser/app/styles/cells.css draws; undefined if it has no mark. */
export const savingMark = ({ saving }: CellState): 'kept' | 'sending' | undefined =>
  saving === 'kept' || saving === 'sending' ? saving : undefined

/** The number of unresolved threads. */
export const openCommentCount = ({ comments }: CellState): number =>
  comments.filter(comment => !comment.is_resolved && comment.parent_comment_id === null).length
