// What a change of a section's answers writes besides them: calculated cells, and which cells count. Saving and imports share it.

import type { Question, SubSection } from '#contract/questionnaires.ts'
import { cellAddress, cellKey } from '#domain/answers/cell-address.ts'
import type { derivedFrom } from '#domain/answers/completion.ts'
import { isHeading } from '#domain/answers/question-types.ts'
import { someComment } from './content.ts'
import type { ValidationResult } from './validate-changes.ts'
import type { CellWrite, ConditionalCell } from './write.ts'

type Derived = ReturnType<typeof derivedFrom>

/** The section after the accepted changes, without reading it again. */
export function applyWrites(
  subSections: readonly SubSection[],
  validated: Pick<ValidationResult, 'writes' | 'comments'>
): SubSection[] {
  const writes = new Map(validated.writes.map(write => [cellKey(write), write]))
  const commented = new Set(validated.comments.map(cellKey))
  const after = (question: Question): Question => {
    const write = writes.get(cellKey(question))
    const answer = write ? { ...question.answer, ...write.answer, version: write.version } : question.answer
    return {
      ...question,
      answer,
      comments: commented.has(cellKey(question)) ? [...question.comments, someComment] : question.comments
    }
  }
  return subSections.map(subSection => ({ ...subSection, questions: subSection.questions.map(after) }))
}

/** Calculated cells are stored like answers, so that charts and exports find every figure in one place. */
export function calculatedWrites(subSections: readonly SubSection[], { calculated }: Derived): CellWrite[] {
  return subSections
    .flatMap(({ questions }) => questions)
    .flatMap(question => {
      const value = calculated.get(cellKey(question))
      if (value === undefined || value === question.answer.value) return []
      const answer = { value, is_not_applicable: false, is_not_available: false }
      return [{ ...cellAddress(question), answer, version: question.answer.version + 1 }]
    })
}

/** The cells of repeating rows. */
export const repeatedKeys = (subSections: readonly SubSection[]): Set<string> =>
  new Set(subSections.flatMap(({ is_repeating, questions }) => (is_repeating ? questions.map(cellKey) : [])))

/** The cells that other answers can hide. */
export const conditionalCells = (
  subSections: readonly SubSection[],
  { hidden }: Derived
): ConditionalCell[] =>
  subSections
    .flatMap(({ questions }) => questions)
    .filter(question => question.visible_if !== null && !isHeading(question))
    .map(question => ({ ...cellAddress(question), isHidden: hidden.has(cellKey(question)) }))
