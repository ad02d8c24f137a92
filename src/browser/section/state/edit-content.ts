// What a user has entered in a cell: a text, or one of the two answers without a value.

import { formatCellText } from '#domain/answers/cell-text.ts'
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

export const contentOfAnswer = (cell: CellModel, answer = BLANK_ANSWER): EditContent => ({
  text: formatCellText(cell.question, answer.value),
  isNotApplicable: answer.is_not_applicable,
  isNotAvailable: answer.is_not_available
})

export const isSameContent = (one: EditContent, other: EditContent): boolean =>
  one.text === other.text &&
  one.isNotApplicable === other.isNotApplicable &&
  one.isNotAvailable === other.isNotAvailable
