// What retiring takes away from formulas: a formula reads cells of its own section, and a cell that is out of use has no answer any more.
import { compile, type Reference } from './expression.ts'

export interface UsedCell {
  section_id: number
  question_id: number
  row_id: number
  column_id: number
}

export interface Formulas {
  question_id: number
  expression: string | null
  visible_if: string | null
}

const referencesOf = ({ expression, visible_if }: Formulas): Reference[] =>
  [expression, visible_if].flatMap(text => {
    const compiled = compile(text ?? '')
    return compiled.ok ? compiled.value.references : []
  })

const isRead = (reference: Reference, cells: readonly UsedCell[], section: number): boolean =>
  cells.some(
    cell =>
      cell.section_id === section &&
      cell.question_id === reference.question_id &&
      (reference.row_id === null ||
        (cell.row_id === reference.row_id && cell.column_id === reference.column_id))
  )

/** The questions that stay in use and whose formulas read something that is in use before and no longer after. */
export function questionsLosing<T extends Formulas>(
  questions: readonly T[],
  before: readonly UsedCell[],
  after: readonly UsedCell[]
): T[] {
  return questions.filter(question => {
    const sections = after
      .filter(({ question_id }) => question_id === question.question_id)
      .map(({ section_id }) => section_id)
    return referencesOf(question).some(reference =>
      sections.some(section => isRead(reference, before, section) && !isRead(reference, after, section))
    )
  })
}
