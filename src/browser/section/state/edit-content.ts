// What a user has entered in a cell: a text, or one of the two answers without a value.

import type { CellAnswer } from '#domain/answers/cell-rules.ts'
import { formatCellText, readCellText } from '#domain/answers/cell-text.ts'
import { readNoFigure } from '#domain/answers/figure-text.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import type { CellState } from './cell-state.ts'
import { BLANK_ANSWER } from './merge.ts'
import type { CellModel } from './model.ts'

export interface EditContent {
  text: string
  isNotApplicable: boolean
  isNotAvailable: boolean
}

export const textContent = (text: string): EditContent => ({
  text,
  isNotApplicable: false,
  isNotAvailable: false
})

/** 'n/a' and 'not known' typed where they are no answer of the question: the answer that they stand for; null for any other text. */
export function noFigureContent({ question }: CellModel, text: string): EditContent | null {
  const reason = typeOf(question).holds === 'text' ? null : readNoFigure(text)
  if (reason === null || readCellText(question, text).ok) return null
  return {
    text: '',
    isNotApplicable: reason === 'not_applicable',
    isNotAvailable: reason === 'not_available'
  }
}

export const contentOfAnswer = (cell: CellModel, answer = BLANK_ANSWER): EditContent => ({
  text: formatCellText(cell.question, answer.value),
  isNotApplicable: answer.is_not_applicable,
  isNotAvailable: answer.is_not_available
})

export const isSameContent = (one: EditContent, other: EditContent): boolean =>
  one.text === other.text &&
  one.isNotApplicable === other.isNotApplicable &&
  one.isNotAvailable === other.isNotAvailable

/** What a cell shows in place of a value; undefined if nothing was chosen. */
export function noAnswerText(
  answer: Pick<CellAnswer, 'is_not_applicable' | 'is_not_available'>
): string | undefined {
  if (answer.is_not_applicable) return 'n/a'
  return answer.is_not_available ? 'not known' : undefined
}

/** What a cell contains. */
export const contentOfState = ({ text, answer }: Pick<CellState, 'text' | 'answer'>): EditContent => ({
  text,
  isNotApplicable: answer.is_not_applicable,
  isNotAvailable: answer.is_not_available
})
