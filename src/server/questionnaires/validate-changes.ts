import type { EmptySectionReason } from '#contract/empty-section-reason.ts'
import type { Answer, Question, SubSection } from '#contract/questionnaires.ts'
import type { CellChange, SectionSubmissionResult } from '#contract/section-submissions.ts'
import { cellKey, cellAddress, type CellAddress } from '#domain/answers/cell-address.ts'
import { checkCell, isBlank, type CellAnswer } from '#domain/answers/cell-rules.ts'
import { derivedFrom } from '#domain/answers/completion.ts'
import { isHeading } from '#domain/answers/question-types.ts'
import { isSameAnswer } from '#domain/answers/same-answer.ts'
import { calculatedStates } from '#domain/questionnaires/empty-sections.ts'
import { isCellSettled, type CellRefusal, type SettlementOf } from '#domain/questionnaires/section-changes.ts'
import { someComment } from './content.ts'
import type { CellWrite, ConditionalCell } from './write.ts'

export interface ValidationResult extends Pick<
  SectionSubmissionResult,
  'saved' | 'rejected' | 'warnings' | 'conflicts'
> {
  writes: CellWrite[]
  comments: (CellAddress & { text: string })[]
}

/** The table's other refusals do not apply to answers that people type. */
const refusedTexts: Partial<Record<CellRefusal, string>> = {
  accepted: 'The programme has accepted this answer with another questionnaire.',
  declared_empty: 'Another section with this question is marked “Nothing to report”. Undo that first.',
  closed: 'This answer is not open for corrections.'
}

/**
 * Sorts changes into writes, rejections, warnings and conflicts. Pure: `questions` is the current section. A
 * change to a cell that already has the same answer is no conflict and writes nothing.
 */
export function validateChanges(
  questions: readonly Question[],
  changes: readonly CellChange[],
  refusalOf: (cell: CellAddress) => CellRefusal | null
): ValidationResult {
  const byKey = new Map(questions.map(question => [cellKey(question), question]))
  const result: ValidationResult = {
    writes: [],
    comments: [],
    saved: [],
    rejected: [],
    warnings: [],
    conflicts: []
  }
  // Of two changes to one cell in one save the later one counts.
  for (const change of new Map(changes.map(one => [cellKey(one), one])).values()) {
    const question = byKey.get(cellKey(change))
    const message = question && refusedTexts[refusalOf(question) ?? 'typed']
    if (message !== undefined) result.rejected.push({ ...cellAddress(change), message })
    else if (question) validateChange(question, change, result)
    else result.rejected.push({ ...cellAddress(change), message: 'This cell is not in this section.' })
  }
  return result
}

function validateChange(question: Question, change: CellChange, result: ValidationResult): void {
  const address = cellAddress(question)
  const mine = changedAnswer(change)
  const theirs = question.answer
  const check = checkCell(question, mine, question.previous_answer?.value ?? null)
  if (check.errors.length > 0) {
    result.rejected.push(...check.errors.map(message => ({ ...address, message })))
    return
  }
  const isSame = isSameAnswer(mine, theirs)
  if (!isSame && change.base_version !== theirs.version) {
    result.conflicts.push({ ...address, mine: mine.value, ...theirsOf(theirs) })
    return
  }
  const version = isSame ? theirs.version : theirs.version + 1
  if (!isSame) result.writes.push({ ...address, answer: mine, version })
  result.saved.push({ ...address, version, ...(isSame && authorOf(theirs)) })
  result.warnings.push(...check.warnings.map(warning => ({ ...address, ...warning })))
  const text = change.comment_text?.trim() ?? ''
  if (text !== '') result.comments.push({ ...address, text })
}

const authorOf = ({ updated_at, updated_by, updated_by_user_id = null }: Answer) => ({
  updated_at,
  updated_by,
  updated_by_user_id
})

/** The answer that someone else has saved. */
const theirsOf = ({ updated_by_user_id = null, ...theirs }: Answer) => ({
  theirs: theirs.value,
  theirs_is_not_applicable: theirs.is_not_applicable,
  theirs_is_not_available: theirs.is_not_available,
  theirs_version: theirs.version,
  theirs_updated_at: theirs.updated_at,
  theirs_updated_by: theirs.updated_by,
  theirs_updated_by_user_id: updated_by_user_id
})

/** Blank text and an empty choice are the same as no answer. */
function changedAnswer(change: CellChange): CellAnswer {
  const value = isBlank(change.value) ? null : change.value
  return { value, is_not_applicable: change.is_not_applicable, is_not_available: change.is_not_available }
}

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

interface SectionSettlement {
  settlementOf: SettlementOf
  /** Why there is nothing to report in the section. */
  emptyReason: EmptySectionReason | null
  /** Whether the call withdraws “None happened”. */
  isWithdrawn?: boolean
}

/**
 * What follows from the answers of a section: its calculated cells that change, and the cells that other answers can hide, without those that are
 * settled elsewhere. Calculated cells are stored like answers, so that charts and exports find every figure in one place. Missing ones have no value.
 */
export function derivedWrites(
  subSections: readonly SubSection[],
  { settlementOf, emptyReason, isWithdrawn = false }: SectionSettlement
): { calculated: CellWrite[]; conditional: ConditionalCell[] } {
  const questions = subSections.flatMap(subSection => subSection.questions)
  const derived = derivedFrom(questions)
  const stateOf = calculatedStates(settlementOf, emptyReason, isWithdrawn)
  const calculated = questions.flatMap(question => {
    const found = derived.calculated.get(cellKey(question))
    const state = found === undefined ? 'kept' : stateOf(question)
    const value = state === 'missing' ? null : found
    if (state === 'kept' || value === undefined || value === question.answer.value) return []
    const answer = { value, is_not_applicable: false, is_not_available: false }
    return [{ ...cellAddress(question), answer, version: question.answer.version + 1 }]
  })
  const conditional = questions
    .filter(question => question.visible_if !== null && !isHeading(question))
    .filter(question => !isCellSettled(settlementOf(question)))
    .map(question => ({ ...cellAddress(question), isHidden: derived.hidden.has(cellKey(question)) }))
  return { calculated, conditional }
}

/** The cells of repeating rows. */
export const repeatedKeys = (subSections: readonly SubSection[]): Set<string> =>
  new Set(subSections.flatMap(({ is_repeating, questions }) => (is_repeating ? questions.map(cellKey) : [])))
