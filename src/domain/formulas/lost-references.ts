// Finds formulas that a change of a questionnaire would break. A formula reads cells of its own section; a retired cell has no answer.

import type { CellAddress } from '#domain/answers/cell-address.ts'
import type { RuleFault } from '#domain/questionnaires/rule-fault.ts'
import { compile, type Reference } from './expression.ts'

export interface UsedCell extends CellAddress {
  section_id: number
  /** Whether it has answers. */
  is_answered: boolean
}

export interface QuestionFormulas {
  question_id: number
  expression: string | null
  visible_if: string | null
}

const formulaReferences = ({ expression, visible_if }: QuestionFormulas): Reference[] =>
  [expression, visible_if].flatMap(text => {
    const compiled = compile(text ?? '')
    return compiled.ok ? compiled.value.references : []
  })

const cellsRead = (reference: Reference, cells: readonly UsedCell[], section: number): UsedCell[] =>
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
