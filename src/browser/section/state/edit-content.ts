// What a user has entered in a cell: a text, or one of the two answers without a value.
import { cellText } from '#domain/answers/cell-text.ts'
import { blank } from './merge.ts'
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

export const contentOfAnswer = (cell: CellModel, answer = blank): EditContent => ({
  text: cellText(cell.question, answer.value),
  isNotApplicable: answer.is_not_applicable,
  isNotAvailable: answer.is_not_available
})

export const isSameContent = (one: EditContent, other: EditContent): boolean =>
  one.text === other.text &&
  one.isNotApplicable === other.isNotApplicable &&
  one.isNotAvailable === other.isNotAvailable
