// The completion of a section and what remains: the one function behind rings, percentages and lists
// (product 14 and 23.8). An input is applicable if it can be entered, is visible, and is required or answered.
// In a repeating row it is required once the row is started. So an optional remark does not keep a section
// below 100, and 100 means done. A stored value that breaks a hard rule is an error and does not count as
// answered. The same goes for a calculated value, whose limits are rules between the cells it depends on.

import type { CellValue, Question, SubSection } from '#contract/questionnaires.ts'
import { planDerivation, type DerivedState } from '#domain/formulas/derivation.ts'
import { cellKey, cellAddress, type CellAddress } from './cell-address.ts'
import {
  checkCalculated,
  checkCell,
  isAnswerable,
  isAnswered,
  type CellAnswer,
  type CellCheck,
  type CellQuestion
} from './cell-rules.ts'
import { isCalculated } from './question-types.ts'
import { startedRows } from './repeating.ts'

export type IncompleteReason = 'required' | 'error' | 'comment'

/** One cell's contribution to its section's counters. */
export interface CellProgress {
  isApplicable: boolean
  isAnswered: boolean
  isRequiredAndLeft: boolean
  errors: number
  warnings: number
  commentsRequired: number
  incomplete: IncompleteReason | null
}

export interface CompletionCounts {
  applicable_count: number
  answered_count: number
  required_remaining_count: number
  error_count: number
  warning_count: number
  comment_required_count: number
}

export interface SectionCompletionResult extends CompletionCounts {
  left: (CellAddress & { reason: IncompleteReason })[]
}

const NO_CELL_PROGRESS: CellProgress = {
  isApplicable: false,
  isAnswered: false,
  isRequiredAndLeft: false,
  errors: 0,
  warnings: 0,
  commentsRequired: 0,
  incomplete: null
}

interface CellContext {
  isVisible: boolean
  previous: CellValue
  hasComment: boolean
  /** False in a repeating row that nobody has started. */
  isStarted: boolean
}

type ProgressQuestion = CellQuestion & Pick<Question, 'is_required'>

/**
 * One cell's progress. `hasComment` is whether the cell has any comment, which satisfies a soft rule. The
 * answer of a calculated cell is its current value.
 */
export function cellProgress(
  question: ProgressQuestion,
  answer: CellAnswer,
  context: CellContext
): CellProgress {
  if (!context.isVisible) return NO_CELL_PROGRESS
  if (isCalculated(question))
    return calculatedCellProgress(checkCalculated(question, answer.value, context.previous), context)
  if (!isAnswerable(question)) return NO_CELL_PROGRESS
  const check = checkCell(question, answer, context.previous)
  const isError = check.errors.length > 0
  const answered = isAnswered(answer) && !isError
  const isRequired = question.is_required && context.isStarted
  const isRequiredAndLeft = isRequired && !answered
  const wantsComment = asksForComment(check, context)
  return {
    isApplicable: isRequired || isAnswered(answer),
    isAnswered: answered,
    isRequiredAndLeft,
    errors: Number(isError),
    warnings: Number(check.warnings.length > 0),
    commentsRequired: Number(wantsComment),
    incomplete: isError ? 'error' : incompleteReason(isRequiredAndLeft, wantsComment)
  }
}

/** A broken rule between cells keeps the section below 100; a satisfied one does not count as an answer. */
function calculatedCellProgress(check: CellCheck, context: CellContext): CellProgress {
  const isError = check.errors.length > 0
  const wantsComment = asksForComment(check, context)
  return {
    ...NO_CELL_PROGRESS,
    isApplicable: isError,
    errors: Number(isError),
    warnings: Number(check.warnings.length > 0),
    commentsRequired: Number(wantsComment),
    incomplete: isError ? 'error' : incompleteReason(false, wantsComment)
  }
}

const asksForComment = ({ warnings }: CellCheck, { hasComment }: CellContext): boolean =>
  !hasComment && warnings.some(warning => warning.comment_required)

function incompleteReason(isRequired: boolean, wantsComment: boolean): IncompleteReason | null {
  if (isRequired) return 'required'
  return wantsComment ? 'comment' : null
}

export const noCounts = (): CompletionCounts => ({
  applicable_count: 0,
  answered_count: 0,
  required_remaining_count: 0,
  error_count: 0,
  warning_count: 0,
  comment_required_count: 0
})

/** Adds a cell's contribution to the counters, or subtracts it with -1. */
export function addProgress(counts: CompletionCounts, progress: CellProgress, times: 1 | -1 = 1): void {
  counts.applicable_count += progress.isApplicable ? times : 0
  counts.answered_count += progress.isAnswered ? times : 0
  counts.required_remaining_count += progress.isRequiredAndLeft ? times : 0
  counts.error_count += progress.errors * times
  counts.warning_count += progress.warnings * times
  counts.comment_required_count += progress.commentsRequired * times
}

/**
 * Floored, so that 100 is never shown with one missing. Where nothing is required and nothing answered, the count says nothing: `isDone`, whether
 * the sections are marked complete, decides.
 */
export const completionPercent = (
  { applicable_count, answered_count }: Pick<CompletionCounts, 'applicable_count' | 'answered_count'>,
  isDone: boolean
): number => {
  if (applicable_count === 0) return isDone ? 100 : 0
  return Math.floor((100 * answered_count) / applicable_count)
}

/** The counts of a section with nothing to report: it lacks nothing, and what a declaration has entered is its whole. */
export const countsOfEmpty = <C extends CompletionCounts>(counts: C): C => ({
  ...counts,
  applicable_count: counts.answered_count,
  required_remaining_count: 0,
  error_count: 0,
  comment_required_count: 0
})

/** Whether the section can be completed. */
export const canComplete = (counts: CompletionCounts): boolean =>
  counts.required_remaining_count === 0 && counts.error_count === 0 && counts.comment_required_count === 0

/** A calculated value as an answer. */
export const calculatedAnswer = (value: CellValue): CellAnswer => ({
  value,
  is_not_applicable: false,
  is_not_available: false
})

/** The completion of a section, from its sub-sections as `getSectionQuestions` returns them. */
export function completionOf(
  subSections: readonly Pick<SubSection, 'is_repeating' | 'questions'>[]
): SectionCompletionResult {
  const asked = subSections.flatMap(subSection => {
    const started = startedRows(subSection)
    return subSection.questions.map(question => ({
      question,
      isStarted: started?.has(question.row_id) ?? true
    }))
  })
  const { calculated, hidden } = derivedFrom(asked.map(({ question }) => question))
  const counts = noCounts()
  const left: SectionCompletionResult['left'] = []
  for (const { question, isStarted } of asked) {
    const key = cellKey(question)
    const answer = isCalculated(question) ? calculatedAnswer(calculated.get(key) ?? null) : question.answer
    const progress = cellProgress(question, answer, {
      isVisible: !hidden.has(key),
      previous: question.previous_answer?.value ?? null,
      hasComment: question.comments.length > 0,
      isStarted
    })
    addProgress(counts, progress)
    if (progress.incomplete !== null) left.push({ ...cellAddress(question), reason: progress.incomplete })
  }
  return { ...counts, left }
}

/** Calculated values and hidden cells of questions with their stored answers. */
export function derivedFrom(questions: readonly Question[]): Pick<DerivedState, 'calculated' | 'hidden'> {
  const answers = new Map(questions.map(question => [cellKey(question), question.answer.value]))
  const state: DerivedState = {
    answerOf: key => answers.get(key) ?? null,
    calculated: new Map(),
    hidden: new Set()
  }
  planDerivation(questions).deriveAll(state)
  return state
}
