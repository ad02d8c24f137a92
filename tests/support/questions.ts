// Questions, sub-sections and sections for tests of rules and of the questionnaire engine; each test sets only the fields that matter to it.

import type { Answer, Question, SectionQuestions, SubSection } from '#contract/questionnaires.ts'

export const blankAnswer: Answer = {
  value: null,
  is_not_applicable: false,
  is_not_available: false,
  version: 0,
  updated_at: null,
  updated_by: null
}

export const aQuestion = (more: Partial<Question>): Question => ({
  question_id: 1,
  question_text: 'Beds',
  help_text: '',
  question_type: 'integer',
  option_list: [],
  is_required: false,
  is_disabled: false,
  unit: '',
  decimal_places: null,
  min_value: null,
  max_value: null,
  warn_min: null,
  warn_max: null,
  warn_change_percent: null,
  max_length: null,
  expression: null,
  visible_if: null,
  row_id: 0,
  column_id: 0,
  answer: blankAnswer,
  previous_answer: null,
  comments: [],
  ...more
})

export const withAnswer = (question: Question, answer: Partial<Answer>): Question => ({
  ...question,
  answer: { ...blankAnswer, version: 1, ...answer }
})

/** A grid of `rows` × `columns` decimal cells; question ids count along the rows from `firstQuestion`. */
export function aGrid(
  rows: number,
  columns: number,
  more: Partial<SubSection> & { firstQuestion?: number; question?: Partial<Question> } = {}
): SubSection {
  const { firstQuestion = 1, question = {}, ...rest } = more
  const id = rest.sub_section_id ?? 1
  return {
    sub_section_id: id,
    sub_section_name: 'Staff by band',
    layout: 'grid',
    display_order: id,
    is_repeating: false,
    show_row_totals: true,
    show_column_totals: true,
    rows: Array.from({ length: rows }, (_, index) => ({
      row_id: index + 1,
      row_name: `Row ${index + 1}`,
      display_order: index
    })),
    columns: Array.from({ length: columns }, (_, index) => ({
      column_id: index + 1,
      column_name: `Column ${index + 1}`,
      display_order: index
    })),
    questions: Array.from({ length: rows * columns }, (_, index) =>
      aQuestion({
        question_id: firstQuestion + index,
        question_text: `Cell ${index + 1}`,
        question_type: 'decimal',
        decimal_places: 2,
        row_id: Math.floor(index / columns) + 1,
        column_id: (index % columns) + 1,
        is_required: true,
        ...question
      })
    ),
    ...rest
  }
}

/** A grid that repeats its row, as the API returns it: rows 1 to `begun` answered by `valueIn`, and a blank one. Question ids count the columns. */
export function aRepeatingGrid(
  columns: readonly Partial<Question>[],
  begun: number,
  valueIn: (row: number, column: number) => Answer['value']
): SubSection {
  const grid = aGrid(begun + 1, columns.length, { is_repeating: true, show_row_totals: false })
  const questions = grid.questions.map((question, index) => {
    const [row, column] = [Math.floor(index / columns.length) + 1, index % columns.length]
    const placed = { ...question, question_id: column + 1, ...columns[column] }
    return row > begun ? placed : withAnswer(placed, { value: valueIn(row, column + 1) })
  })
  return { ...grid, questions }
}

export const aSection = (...subSections: SubSection[]): SectionQuestions => ({
  section: {
    section_id: 3,
    section_name: 'Skill mix',
    guidance_html: '',
    display_order: 1,
    status: 'in_progress',
    is_locked: false,
    lock_reason: null,
    closes_at: null,
    version: 1
  },
  sub_sections: subSections
})
