// Decides whether a save changes charts. Only then are cached charts invalidated, because recalculating them costs each reader time.

import type { Question, SectionStatus } from '#contract/questionnaires.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import type { CellAnswer } from '#domain/answers/cell-rules.ts'
import { isSectionDone } from '#domain/questionnaires/section-work.ts'
import type { SaveContext } from './save-context.ts'
import type { CellWrite } from './write.ts'

interface SavedChange {
  /** As they were before the save. */
  questions: readonly Question[]
  writes: readonly CellWrite[]
  /** How many answers count now and did not before, or vice versa, because another answer shows or hides them. */
  shownOrHidden: number
  statusBefore: SectionStatus
  status: SectionStatus
}

/** No chart counts the answers of a survey's respondents. */
export const changesCharts = (
  { caseCodeId }: Pick<SaveContext, 'caseCodeId'>,
  change: SavedChange
): boolean =>
  caseCodeId === 0 &&
  // Others' figures count in sections that are done, a reader's own in every section.
  (isSectionDone(change.statusBefore) !== isSectionDone(change.status) ||
    change.shownOrHidden > 0 ||
    hasOtherFigures(change))

function hasOtherFigures({ questions, writes }: SavedChange): boolean {
  const before = new Map(questions.map(question => [cellKey(question), question.answer]))
  return writes.some(write => chartedPart(before.get(cellKey(write))) !== chartedPart(write.answer))
}

/** The part of an answer that charts read. */
const chartedPart = (answer: CellAnswer | undefined): string =>
  JSON.stringify([
    typeof answer?.value === 'number' ? answer.value : null,
    answer?.is_not_applicable ?? false,
    answer?.is_not_available ?? false
  ])
