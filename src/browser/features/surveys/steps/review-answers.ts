// A survey's answers as text, for the review page and the copy to keep.

import { errorOf } from '#browser/section/state/cell-state.ts'
import { buildModel, type CellModel } from '#browser/section/state/model.ts'
import {
  formatAnswer,
  formatCell,
  questionUnit,
  respondentTexts,
  withCellUnit
} from '#browser/section/state/read-answer.ts'
import type { SectionQuestions } from '#contract/questionnaires.ts'
import { formatCellText } from '#domain/answers/cell-text.ts'
import { derivedFrom } from '#domain/answers/completion.ts'
import { isHeading } from '#domain/answers/question-types.ts'
import { startedRows } from '#domain/answers/repeating.ts'
import { groupBy } from '#lib/group-by.ts'
import { askedCells, isPartAsked, type SurveyPart } from './parts.ts'

export interface ReviewAnswer {
  key: string
  question: string
  unit: string
  /** Empty if there is no answer. */
  text: string
  /** What prevents submitting the survey; null if nothing does. */
  fault: string | null
}

export interface ReviewPart {
  name: string
  answers: ReviewAnswer[]
}

const isReviewed = ({ question }: CellModel): boolean => !isHeading(question) && !question.is_disabled

const reviewAnswer = (cell: CellModel, text: string, fault: string | null): ReviewAnswer => ({
  key: cell.key,
  question: cell.table.kind === 'grid' ? cell.name : cell.question.question_text,
  unit: questionUnit(cell, text !== ''),
  text,
  fault
})

const REASON_TEXTS = {
  required: 'An answer is required',
  error: 'This answer is invalid',
  comment: 'Needs an explanation'
}

/** The parts as they are on the screen, with what is missing. */
export function reviewParts(parts: readonly SurveyPart[]): (ReviewPart & { part: SurveyPart })[] {
  return parts.filter(isPartAsked).map(part => {
    const { store } = part.engine
    const cells = askedCells(part).filter(
      cell => isReviewed(cell) && !store.get(cell.key).isHidden && !store.get(cell.key).isUnusedRow
    )
    return { part, name: part.name, answers: cells.map(cell => currentAnswer(part, cell)) }
  })
}

function currentAnswer({ engine }: SurveyPart, cell: CellModel): ReviewAnswer {
  const state = engine.store.get(cell.key)
  const left = engine.incompleteReason(cell.key)
  const conflict = state.conflict === null ? null : 'Answered differently in another window'
  const fault = conflict ?? errorOf(state) ?? (left === null ? null : REASON_TEXTS[left])
  return reviewAnswer(cell, formatCell(cell, state, respondentTexts), fault)
}

/** The answers as the server has them. */
export function reviewSections(sections: readonly SectionQuestions[]): ReviewPart[] {
  return sections.flatMap(section => {
    const model = buildModel(section)
    const { calculated, hidden } = derivedFrom(section.sub_sections.flatMap(({ questions }) => questions))
    return [...groupBy(model.tables, table => table.subSection)].map(([subSection, tables]) => {
      const begun = startedRows(subSection)
      const cells = tables.flatMap(table => table.cells.flat()).filter(cell => cell !== null)
      const answers = cells
        .filter(
          cell => isReviewed(cell) && !hidden.has(cell.key) && (begun?.has(cell.question.row_id) ?? true)
        )
        .map(cell => {
          const value = calculated.get(cell.key)
          return reviewAnswer(
            cell,
            value === undefined
              ? formatAnswer(cell, cell.question.answer, respondentTexts)
              : withCellUnit(cell, formatCellText(cell.question, value)),
            null
          )
        })
      return { name: subSection.sub_section_name || model.section.section_name, answers }
    })
  })
}
