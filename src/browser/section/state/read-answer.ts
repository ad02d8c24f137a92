// Answers where they are read, not entered: in a section or survey that cannot be changed, on paper, in the panel and in a respondent's copy.

import type { CellAnswer } from '#domain/answers/cell-rules.ts'
import { formatCellText } from '#domain/answers/cell-text.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import { figureWithUnit } from '#domain/figures/figure-with-unit.ts'
import type { CellState } from './cell-state.ts'
import { noAnswerText } from './edit-content.ts'
import type { CellModel } from './model.ts'

/** What a reader sees where there is a reason instead of a value. */
interface ReasonTexts {
  notApplicable: string
  notAvailable: string
}

const reasonTexts: ReasonTexts = { notApplicable: 'not applicable', notAvailable: 'not available' }

/** In the words that a survey offers. */
export const respondentTexts: ReasonTexts = {
  notApplicable: 'Not applicable',
  notAvailable: 'Cannot be answered'
}

const isFigure = ({ question }: Pick<CellModel, 'question'>): boolean =>
  typeOf(question).holds === 'number' && typeOf(question).options === 'none'

/** '498 h'. Words get no unit. */
export const withCellUnit = (cell: Pick<CellModel, 'question'>, text: string): string =>
  isFigure(cell) && /^[-−]?\d/.test(text) ? figureWithUnit(text, cell.question.unit) : text

/** The unit beside a question: none where its answer is read with it. */
export const questionUnit = (cell: Pick<CellModel, 'question'>, isRead: boolean): string =>
  isRead && isFigure(cell) ? '' : cell.question.unit

/** '498 h', '15 May 2011', each choice on a line of its own, 'not applicable'; empty without an answer. */
export function formatAnswer(
  cell: Pick<CellModel, 'question'>,
  { value, is_not_applicable, is_not_available }: CellAnswer,
  reasons = reasonTexts
): string {
  if (is_not_applicable) return reasons.notApplicable
  if (is_not_available) return reasons.notAvailable
  return Array.isArray(value)
    ? value.map(option => formatCellText(cell.question, [option])).join('\n')
    : withCellUnit(cell, formatCellText(cell.question, value))
}

/** What a cell contains now, for reading. A calculated cell has only a text, and so has what cannot be parsed. */
export const formatCell = (
  cell: Pick<CellModel, 'question'>,
  { answer, text }: Pick<CellState, 'answer' | 'text'>,
  reasons = reasonTexts
): string => formatAnswer(cell, answer, reasons) || withCellUnit(cell, text)

/** What the cell shows while it cannot be changed. A grid's cell is one line, and its row or column has the unit. */
export const readOnlyText = (cell: CellModel, state: Pick<CellState, 'answer' | 'text'>): string =>
  cell.table.kind === 'grid' ? (noAnswerText(state.answer) ?? state.text) : formatCell(cell, state)
