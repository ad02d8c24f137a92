// Sections in which an organisation has nothing to report (docs/decisions/0058).

import type { EmptySectionReason } from '#contract/empty-section-reason.ts'
import type { Question, SubSection } from '#contract/questionnaires.ts'
import type { CellChange } from '#contract/section-submissions.ts'
import { cellAddress, cellKey, type CellAddress } from '#domain/answers/cell-address.ts'
import { isAnswerable, isAnswered } from '#domain/answers/cell-rules.ts'
import { completionOf, derivedFrom } from '#domain/answers/completion.ts'
import { holdsNumber, takesPercent, typeOf } from '#domain/answers/question-types.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { isCellSettled, type CellSettlement, type SettlementOf } from './section-changes.ts'

const HAS_ANSWERS = 'This section has answers. Clear them first, or mark the section complete instead.'

/** Not percentages, because a share of nothing is not 0%. */
const takesZero = (question: Question): boolean =>
  isAnswerable(question) &&
  typeOf(question).entry === 'typed' &&
  holdsNumber(question) &&
  !takesPercent(question)

/** Not in repeating blocks, where a 0 would start a row. */
const zeroCells = (subSections: readonly SubSection[]): Question[] =>
  subSections.flatMap(({ is_repeating, questions }) => (is_repeating ? [] : questions)).filter(takesZero)

const changeTo = (value: 0 | null, { answer, ...question }: Question): CellChange => ({
  ...cellAddress(question),
  value,
  is_not_applicable: false,
  is_not_available: false,
  base_version: answer.version
})

/**
 * The zeros that a declaration enters in visible cells without an answer, or why it is refused: the section has answers, or a
 * rule does not allow 0. `isSettled` is whether a cell cannot change, because it was accepted or declared empty elsewhere: it is left
 * unchanged, since nobody could clear it here.
 */
export function changesOfDeclaring(
  subSections: readonly SubSection[],
  reason: EmptySectionReason,
  isSettled: (cell: CellAddress) => boolean
): Result<CellChange[]> {
  const free =
    reason === 'none_happened'
      ? zeroCells(subSections).filter(question => !isAnswered(question.answer) && !isSettled(question))
      : []
  const zeros = new Set(free.map(cellKey))
  const filled = subSections.map(subSection => ({
    ...subSection,
    questions: subSection.questions.map(question =>
      zeros.has(cellKey(question)) ? { ...question, answer: { ...question.answer, value: 0 } } : question
    )
  }))
  const questions = subSections.flatMap(subSection => subSection.questions)
  const { hidden: hiddenBefore } = derivedFrom(questions)
  const { hidden } = derivedFrom(filled.flatMap(subSection => subSection.questions))
  const isEntered = (question: Question): boolean =>
    isAnswerable(question) &&
    isAnswered(question.answer) &&
    !isSettled(question) &&
    !(hiddenBefore.has(cellKey(question)) && hidden.has(cellKey(question)))
  if (questions.some(isEntered)) return err(HAS_ANSWERS)
  const invalid = new Set(
    completionOf(filled).left.flatMap(cell => (cell.reason === 'error' ? [cellKey(cell)] : []))
  )
  if (invalid.size > 0) {
    const names = questions.filter(one => invalid.has(cellKey(one))).map(one => one.question_text)
    return err(`0 is not a valid answer to: ${[...new Set(names)].join(', ')}. Enter the answers instead.`)
  }
  return ok(free.filter(question => !hidden.has(cellKey(question))).map(question => changeTo(0, question)))
}

/** Whether a cell keeps its 0 when “None happened” is withdrawn: it was accepted, or another section says the same. */
const keepsZero = ({ isAccepted, isDeclaredZero }: CellSettlement): boolean => isAccepted || isDeclaredZero

/**
 * Clears the zeros of a declaration again: those of visible cells, unless another section says that none happened. Nothing else can have
 * been entered meanwhile.
 */
export function changesOfWithdrawing(
  subSections: readonly SubSection[],
  settlementOf: SettlementOf
): CellChange[] {
  const { hidden } = derivedFrom(subSections.flatMap(({ questions }) => questions))
  return zeroCells(subSections)
    .filter(
      question =>
        question.answer.value === 0 && !hidden.has(cellKey(question)) && !keepsZero(settlementOf(question))
    )
    .map(question => changeTo(null, question))
}

/** What a calculated cell of a section is after a call: `kept` leaves what is stored. */
export type CalculatedState = 'calculated' | 'missing' | 'kept'

/** `isWithdrawn` is whether the call withdraws “None happened”, `reason` why there is nothing to report after it. */
export const calculatedStates =
  (settlementOf: SettlementOf, reason: EmptySectionReason | null, isWithdrawn: boolean) =>
  (cell: CellAddress): CalculatedState => {
    const settlement = settlementOf(cell)
    if (isCellSettled(settlement)) return isWithdrawn && !keepsZero(settlement) ? 'missing' : 'kept'
    return areCellsMissing(reason) ? 'missing' : 'calculated'
  }

/** Whether the cells of a section count as missing, whatever is stored in them. */
const areCellsMissing = (reason: EmptySectionReason | null): boolean =>
  reason !== null && reason !== 'none_happened'
