// Finds what uses a part that is about to be retired.

import { isActive, questionAt, type PartRef } from '#browser/questionnaire-builder/parts.ts'
import type { Structure } from '#contract/questionnaire-structures.ts'
import { questionsLosing, type UsedCell } from '#domain/formulas/lost-references.ts'

export interface PartUses {
  /** Questions in use whose formulas refer to it. The server then refuses to retire it. */
  formulas: string[]
  charts: string[]
}

/** The cells in use, without those that are retired with the part. */
function remainingCells(structure: Structure, without?: PartRef): UsedCell[] {
  const isLeft = ({ kind, id }: PartRef): boolean => kind !== without?.kind || id !== without.id
  return structure.sections.flatMap(({ section_id, sub_sections }) =>
    sub_sections
      .filter(one => one.is_active && isLeft({ kind: 'sub_section', id: one.sub_section_id }))
      .flatMap(({ rows, columns, memberships }) => {
        const retiredRows = rows.filter(one => !isActive(one) || !isLeft({ kind: 'row', id: one.row_id }))
        const retiredColumns = columns.filter(
          one => !isActive(one) || !isLeft({ kind: 'column', id: one.column_id })
        )
        return memberships
          .filter(({ row_id }) => !retiredRows.some(one => one.row_id === row_id))
          .filter(({ column_id }) => !retiredColumns.some(one => one.column_id === column_id))
          .filter(({ question_id }) => questionAt(structure, question_id)?.is_active === true)
          .filter(({ question_id }) => isLeft({ kind: 'question', id: question_id }))
          .map(({ question_id, row_id, column_id, answer_count }) => ({
            section_id,
            question_id,
            row_id,
            column_id,
            is_answered: answer_count > 0
          }))
      })
  )
}

export function usesOf(structure: Structure, part: PartRef): PartUses {
  const [before, after] = [remainingCells(structure), remainingCells(structure, part)]
  const left = new Set(after.map(({ question_id }) => question_id))
  const retired = before.map(({ question_id }) => question_id).filter(id => !left.has(id))
  const charts = retired.flatMap(id => questionAt(structure, id)?.chart_names ?? [])
  return {
    formulas: questionsLosing(structure.questions, before, after).map(question => question.question_text),
    charts: [...new Set(charts)]
  }
}
