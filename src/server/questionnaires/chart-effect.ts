// Decides whether a save changes charts. Only then are cached charts invalidated, because recalculating them costs each reader time.

import type { CaseCodeStatus } from '#contract/case-codes.ts'
import type { Question } from '#contract/questionnaires.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import type { CellAnswer } from '#domain/answers/cell-rules.ts'
import { holdsNumber } from '#domain/answers/question-types.ts'
import { isSectionDone } from '#domain/questionnaires/section-work.ts'
import type { SaveContext } from './save-context.ts'
import type { SectionStateRow } from './section-row.ts'
import type { CellWrite } from './write.ts'

interface SavedChange {
  /** As they were before the save. */
  questions: readonly Question[]
  /** The keys of cells in repeating rows, which charts only aggregate. */
  repeatedKeys: ReadonlySet<string>
  writes: readonly CellWrite[]
  /** The keys of answers that count now and did not before, or vice versa, because another answer shows or hides them. */
  shownOrHidden: readonly string[]
  /** Whether another section with a changed answer is no longer complete. */
  hasReopenedElsewhere: boolean
  before: Pick<SectionStateRow, 'status' | 'empty_reason'>
  after: Pick<SectionStateRow, 'status' | 'empty_reason'>
  /** The new status of a respondent's case. */
  caseStatus?: CaseCodeStatus | undefined
}

/** Which cached charts a save puts out of date: those of the project, or those that aggregate cases or rows of the questionnaire. */
export function chartEffect(
  { caseCodeId }: Pick<SaveContext, 'caseCodeId'>,
  change: SavedChange
): 'project' | 'aggregates' | null {
  // Only complete cases count.
  if (caseCodeId !== 0) return change.caseStatus === 'completed' ? 'aggregates' : null
  // Others' figures count in sections that are done, a reader's own in every section.
  const { before, after } = change
  if (isSectionDone(before.status) !== isSectionDone(after.status)) return 'project'
  if (change.hasReopenedElsewhere) return 'project'
  if (before.empty_reason !== after.empty_reason) return 'project'
  const changed = [...shownOrHiddenFigures(change), ...keysOfChangedParts(change)]
  if (changed.some(key => !change.repeatedKeys.has(key))) return 'project'
  return changed.length > 0 ? 'aggregates' : null
}

/** A text that is hidden changes no chart, except that it may be all that a row contains. */
function shownOrHiddenFigures({ questions, repeatedKeys, shownOrHidden }: SavedChange): string[] {
  const figures = new Set(questions.filter(holdsNumber).map(cellKey))
  return shownOrHidden.filter(key => repeatedKeys.has(key) || figures.has(key))
}

function keysOfChangedParts({ questions, repeatedKeys, writes }: SavedChange): string[] {
  const before = new Map(questions.map(question => [cellKey(question), question.answer]))
  return writes.map(cellKey).filter((key, index) => {
    const partOf = repeatedKeys.has(key) ? aggregatedPart : chartedPart
    return partOf(before.get(key)) !== partOf(writes[index]!.answer)
  })
}

/** The part of an answer that charts read. */
const chartedPart = (answer: CellAnswer | undefined): string =>
  JSON.stringify([
    typeof answer?.value === 'number' ? answer.value : null,
    answer?.is_not_applicable ?? false,
    answer?.is_not_available ?? false
  ])

/** Choices count as well as numbers, and whether a row is in use depends on every answer in it. */
const aggregatedPart = (answer: CellAnswer | undefined): string =>
  JSON.stringify([
    answer?.value ?? null,
    answer?.is_not_applicable ?? false,
    answer?.is_not_available ?? false
  ])
