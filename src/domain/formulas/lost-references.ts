// Finds formulas that a change of a questionnaire would break. A formula reads cells of its own section; a retired cell has no answer.

import type { CellAddress } from '#domain/answers/cell-address.ts'
import type { RuleFault } from '#domain/questionnaires/rule-fault.ts'
import { compile, type Reference } from './expression.ts'

export interface UsedCell extends CellAddress {
  section_id: number
  /** Whether it has answers. */
  is_answered: boolean
}

/** A cell of a section, in use or retired. */
export interface RetirableCell extends UsedCell {
  /** The name of the part with which it is retired; null if it is in use. */
  retired_part: string | null
}

export interface QuestionFormulas {
  question_id: number
  expression: string | null
  visible_if: string | null
}

export const formulaReferences = ({
  expression,
  visible_if
}: Pick<QuestionFormulas, 'expression' | 'visible_if'>): Reference[] =>
  [expression, visible_if].flatMap(text => {
    const compiled = compile(text ?? '')
    return compiled.ok ? compiled.value.references : []
  })

const cellsRead = <C extends UsedCell>(reference: Reference, cells: readonly C[], section: number): C[] =>
  cells.filter(
    cell =>
      cell.section_id === section &&
      cell.question_id === reference.question_id &&
      (reference.row_id === null ||
        (cell.row_id === reference.row_id && cell.column_id === reference.column_id))
  )

const isSameCell = (one: UsedCell, other: UsedCell): boolean =>
  one.row_id === other.row_id && one.column_id === other.column_id

/**
 * Whether the reference no longer reads any cell, or no longer reads answers that it counted: a sum over all rows would then differ from the
 * stored one.
 */
function isLosing(before: readonly UsedCell[], after: readonly UsedCell[]): boolean {
  if (before.length > 0 && after.length === 0) return true
  return before.some(cell => cell.is_answered && !after.some(other => isSameCell(cell, other)))
}

const askingSections = ({ question_id }: QuestionFormulas, cells: readonly UsedCell[]): Set<number> =>
  new Set(cells.filter(cell => cell.question_id === question_id).map(cell => cell.section_id))

/** Questions in use whose formulas read a cell that is in use before the change and not after it. */
export const questionsLosing = <T extends QuestionFormulas>(
  questions: readonly T[],
  before: readonly UsedCell[],
  after: readonly UsedCell[]
): T[] =>
  questions.filter(question =>
    [...askingSections(question, after)].some(section =>
      formulaReferences(question).some(reference =>
        isLosing(cellsRead(reference, before, section), cellsRead(reference, after, section))
      )
    )
  )

/** Questions whose formulas would count restored answers, so that their figures would change. */
export const questionsGaining = <T extends QuestionFormulas>(
  questions: readonly T[],
  before: readonly UsedCell[],
  after: readonly UsedCell[]
): T[] =>
  questions.filter(question =>
    [...askingSections(question, before)].some(section =>
      formulaReferences(question).some(reference => {
        const known = cellsRead(reference, before, section)
        return cellsRead(reference, after, section).some(
          cell => cell.is_answered && !known.some(other => isSameCell(cell, other))
        )
      })
    )
  )

/** A question whose formula misses a retired part. */
export interface MissingFormula<T> {
  question: T
  part: string
}

/**
 * Questions that come into use while their formulas miss a retired part: the last one that they read, or one whose answers their stored figures
 * counted.
 */
export function questionsMissing<T extends QuestionFormulas>(
  questions: readonly T[],
  before: readonly RetirableCell[],
  after: readonly RetirableCell[]
): MissingFormula<T>[] {
  const [usedBefore, usedAfter] = [before.filter(isInUse), after.filter(isInUse)]
  return questions.flatMap(question => {
    const known = askingSections(question, usedBefore)
    const sections = [...askingSections(question, usedAfter)].filter(section => !known.has(section))
    const hasFigure = usedAfter.some(cell => cell.question_id === question.question_id && cell.is_answered)
    const parts = sections.flatMap(section =>
      formulaReferences(question).flatMap(reference => {
        const read = cellsRead(reference, after, section)
        const counted = read.find(cell => hasFigure && cell.is_answered && !isInUse(cell))
        return missingPart(read) ?? counted?.retired_part ?? []
      })
    )
    return parts.slice(0, 1).map(part => ({ question, part }))
  })
}

export const isInUse = ({ retired_part }: Pick<RetirableCell, 'retired_part'>): boolean =>
  retired_part === null

/** The retired part without which a formula reads none of these cells; null if one is in use. */
export const missingPart = (read: readonly Pick<RetirableCell, 'retired_part'>[]): string | null =>
  read.some(isInUse) ? null : (read[0]?.retired_part ?? null)

const MAX_NAMED_QUESTIONS = 3

const nameQuestions = (questions: readonly string[]): string => {
  const names = questions.slice(0, MAX_NAMED_QUESTIONS).map(name => `“${name}”`)
  const rest =
    questions.length > MAX_NAMED_QUESTIONS ? ` and ${questions.length - MAX_NAMED_QUESTIONS} more` : ''
  return `the formula${questions.length === 1 ? '' : 's'} of ${names.join(', ')}${rest}`
}

/** Why a part cannot be retired: the formulas of these questions read it. */
export function faultOfLoss(questions: readonly string[]): RuleFault {
  const [first = ''] = questions
  const message =
    questions.length === 1
      ? `${nameQuestions(questions)} needs it; change the formula, or retire “${first}” first`
      : `${nameQuestions(questions)} need it; change them, or retire those questions first`
  return { field: 'is_active', message }
}

/** Why a part cannot be restored: the formulas of these questions would count its answers. */
export const faultOfGain = (questions: readonly string[]): RuleFault => ({
  field: 'is_active',
  message: `${nameQuestions(questions)} would count its answers, so that figures would change; retire ${questions.length === 1 ? 'that question' : 'those questions'} first`
})

/** What is wrong with a formula that reads a retired part. */
export const missingPartText = (part: string): string => `reads “${part}”, which is retired; restore it first`

/** Why a part cannot be restored or placed: the formula of this question misses a retired part. */
export const faultOfMissing = ({ question, part }: MissingFormula<{ question_text: string }>): RuleFault => ({
  field: 'is_active',
  message: `${nameQuestions([question.question_text])} ${missingPartText(part)}`
})
