// A questionnaire as a draft, with numbers in place of ids: the source of copies and files.

import {
  isActive,
  shownMemberships,
  type BuiltQuestion,
  type BuiltSubSection
} from '#browser/questionnaire-builder/parts.ts'
import type { Structure, StructureDraft } from '#contract/questionnaire-structures.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import { withReferences, type Reference } from '#domain/formulas/expression-tokens.ts'
import { withOptions } from '#domain/formulas/option-references.ts'

type CopiedDraft = StructureDraft

/** Numbers ids in the order of their appearance. */
class GivenNumbers {
  private readonly given = new Map<string, number>()
  of(kind: string, id: number): number {
    if (id === 0) return 0
    const key = `${kind}${id}`
    const number = this.given.get(key) ?? this.given.size + 1
    this.given.set(key, number)
    return number
  }
}

/** Everything in use; retired parts are omitted. */
export function structureToDraft(structure: Structure): CopiedDraft {
  const numbers = new GivenNumbers()
  const sections = structure.sections.filter(isActive)
  const subSections = sections.flatMap(section => section.sub_sections.filter(isActive))
  const placed = new Set(
    subSections.flatMap(one => shownMemberships(one).map(({ question_id }) => question_id))
  )
  const questions = structure.questions.filter(one => one.is_active && placed.has(one.question_id))
  const isAsked = new Set(questions.map(question => question.question_id))
  return {
    questions: questions.map(question => draftQuestion(question, numbers, structure.questions)),
    sections: sections.map(({ section_name, guidance_html, sub_sections }) => ({
      section_name,
      guidance_html,
      sub_sections: sub_sections.filter(isActive).map(one => draftSubSection(one, isAsked, numbers))
    }))
  }
}

function draftQuestion(
  question: BuiltQuestion,
  numbers: GivenNumbers,
  all: readonly BuiltQuestion[]
): CopiedDraft['questions'][number] {
  const {
    question_id,
    option_list,
    project_id: _project,
    is_active: _active,
    version: _version,
    answer_count: _answers,
    submission_count: _submissions,
    chart_names: _charts,
    expression,
    visible_if,
    ...fields
  } = question
  const renumbered = ({ question_id: id, row_id, column_id }: Reference): Reference => ({
    question_id: numbers.of('q', id),
    row_id: row_id === null ? null : numbers.of('r', row_id),
    column_id: column_id === null ? null : numbers.of('c', column_id)
  })
  /** The number of the option within its choice. */
  const numberOfOption = (id: number, option_id: number): number => {
    const choice = all.find(one => one.question_id === id && typeOf(one).options === 'choices')
    const index = choice?.option_list.findIndex(one => one.option_id === option_id) ?? -1
    return index === -1 ? option_id : index + 1
  }
  const formula = (text: string | null): string | null =>
    text && withReferences(withOptions(text, numberOfOption), renumbered)
  return {
    ...fields,
    number: numbers.of('q', question_id),
    option_names: option_list.map(option => option.option_name),
    expression: formula(expression),
    visible_if: formula(visible_if)
  }
}

function draftSubSection(
  subSection: BuiltSubSection,
  isAsked: ReadonlySet<number>,
  numbers: GivenNumbers
): CopiedDraft['sections'][number]['sub_sections'][number] {
  const { sub_section_name, layout, is_repeating, show_row_totals, show_column_totals } = subSection
  return {
    sub_section_name,
    layout,
    is_repeating,
    show_row_totals,
    show_column_totals,
    rows: subSection.rows
      .filter(isActive)
      .map(({ row_id, row_name }) => ({ number: numbers.of('r', row_id), row_name })),
    columns: subSection.columns
      .filter(isActive)
      .map(({ column_id, column_name }) => ({ number: numbers.of('c', column_id), column_name })),
    cells: shownMemberships(subSection)
      .filter(({ question_id }) => isAsked.has(question_id))
      .map(({ question_id, row_id, column_id, is_required, is_disabled }) => ({
        question: numbers.of('q', question_id),
        row: numbers.of('r', row_id),
        column: numbers.of('c', column_id),
        is_required,
        is_disabled
      }))
  }
}
