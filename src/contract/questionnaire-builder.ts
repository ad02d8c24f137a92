// Building questionnaires. There is no DELETE: sections, rows, columns and questions are retired by is_active false (product 15).
import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Html, Id, IdOrZero, Name, Order, ParamId, QueryId, Text } from './fields.ts'
import { QuestionType } from './questionnaires.ts'

const order = v.optional(Order)
const active = v.optional(v.boolean())
/** How many answers stand under the changed thing, so that the builder can warn. */
const AnswerCount = { answer_count: IdOrZero, is_active: v.boolean(), display_order: v.number() }

const SectionReply = v.object({
  section_id: Id,
  questionnaire_id: Id,
  section_name: v.string(),
  guidance_html: Html,
  ...AnswerCount
})

export const createSection = endpoint({
  method: 'POST',
  path: 'questionnaireSections',
  access: 'admin',
  summary: 'Adds a section to a questionnaire.',
  body: v.object({
    questionnaire_id: Id,
    section_name: Name(),
    guidance_html: v.optional(Html, ''),
    display_order: order,
    is_active: active
  }),
  reply: SectionReply
})

export const updateSection = endpoint({
  method: 'PUT',
  path: 'questionnaireSections/{id}',
  access: 'admin',
  summary: 'Changes, orders or retires a section.',
  params: ParamId,
  body: v.object({
    section_name: v.optional(Name()),
    guidance_html: v.optional(Html),
    display_order: order,
    is_active: active
  }),
  reply: SectionReply
})

const layout = v.picklist(['list', 'grid'])
const SubSectionReply = v.object({
  sub_section_id: Id,
  section_id: Id,
  sub_section_name: v.string(),
  layout,
  is_repeating: v.boolean(),
  show_row_totals: v.boolean(),
  show_column_totals: v.boolean(),
  ...AnswerCount
})

export const createSubSection = endpoint({
  method: 'POST',
  path: 'questionnaireSubSections',
  access: 'admin',
  summary: 'Adds a sub-section to a section.',
  body: v.object({
    section_id: Id,
    sub_section_name: Name(),
    layout: v.optional(layout, 'list'),
    is_repeating: v.optional(v.boolean(), false),
    show_row_totals: v.optional(v.boolean(), false),
    show_column_totals: v.optional(v.boolean(), false),
    display_order: order,
    is_active: active
  }),
  reply: SubSectionReply
})

export const updateSubSection = endpoint({
  method: 'PUT',
  path: 'questionnaireSubSections/{id}',
  access: 'admin',
  summary: 'Changes, orders or retires a sub-section; its layout only while it has no answers.',
  params: ParamId,
  body: v.object({
    sub_section_name: v.optional(Name()),
    layout: v.optional(layout),
    is_repeating: v.optional(v.boolean()),
    show_row_totals: v.optional(v.boolean()),
    show_column_totals: v.optional(v.boolean()),
    display_order: order,
    is_active: active
  }),
  reply: SubSectionReply
})

const RowReply = v.object({ row_id: Id, sub_section_id: Id, row_name: v.string(), ...AnswerCount })

export const createSubSectionRow = endpoint({
  method: 'POST',
  path: 'questionnaireSubSectionRows',
  access: 'admin',
  summary: 'Adds a row to a grid.',
  body: v.object({ sub_section_id: Id, row_name: Name(), display_order: order, is_active: active }),
  reply: RowReply
})

export const updateSubSectionRow = endpoint({
  method: 'PUT',
  path: 'questionnaireSubSectionRows/{id}',
  access: 'admin',
  summary: 'Renames, orders or retires a row.',
  params: ParamId,
  body: v.object({ row_name: v.optional(Name()), display_order: order, is_active: active }),
  reply: RowReply
})

const ColumnReply = v.object({ column_id: Id, sub_section_id: Id, column_name: v.string(), ...AnswerCount })

export const createSubSectionColumn = endpoint({
  method: 'POST',
  path: 'questionnaireSubSectionColumns',
  access: 'admin',
  summary: 'Adds a column to a grid.',
  body: v.object({ sub_section_id: Id, column_name: Name(), display_order: order, is_active: active }),
  reply: ColumnReply
})

export const updateSubSectionColumn = endpoint({
  method: 'PUT',
  path: 'questionnaireSubSectionColumns/{id}',
  access: 'admin',
  summary: 'Renames, orders or retires a column.',
  params: ParamId,
  body: v.object({ column_name: v.optional(Name()), display_order: order, is_active: active }),
  reply: ColumnReply
})

const finite = v.nullable(v.pipe(v.number(), v.finite()))
const rules = {
  help_text: v.optional(Text(4000)),
  unit: v.optional(Text(40)),
  decimal_places: v.optional(v.nullable(v.pipe(IdOrZero, v.maxValue(10)))),
  min_value: v.optional(finite),
  max_value: v.optional(finite),
  warn_min: v.optional(finite),
  warn_max: v.optional(finite),
  warn_change_percent: v.optional(finite),
  max_length: v.optional(v.nullable(v.pipe(Id, v.maxValue(20_000)))),
  expression: v.optional(v.nullable(Text(2000))),
  visible_if: v.optional(v.nullable(Text(2000))),
  is_active: active
}

export const QuestionDefinition = v.object({
  question_id: Id,
  project_id: Id,
  question_text: v.string(),
  help_text: v.string(),
  question_type: QuestionType,
  option_list: v.array(v.object({ option_id: Id, option_name: v.string() })),
  unit: v.string(),
  decimal_places: v.nullable(IdOrZero),
  min_value: finite,
  max_value: finite,
  warn_min: finite,
  warn_max: finite,
  warn_change_percent: finite,
  max_length: v.nullable(Id),
  expression: v.nullable(v.string()),
  visible_if: v.nullable(v.string()),
  is_active: v.boolean(),
  answer_count: IdOrZero
})

export const listQuestions = endpoint({
  method: 'GET',
  path: 'questions/',
  access: 'admin',
  summary: 'The questions of a project, with how many answers each has.',
  query: v.object({ project_id: QueryId, search: v.optional(Text(200)) }),
  reply: v.object({ questions: v.array(QuestionDefinition) })
})

export const createQuestion = endpoint({
  method: 'POST',
  path: 'questions/',
  access: 'admin',
  summary: 'Creates a question.',
  body: v.object({
    project_id: Id,
    question_text: Name(1000),
    question_type: QuestionType,
    option_names: v.optional(v.pipe(v.array(Name()), v.maxLength(200)), []),
    ...rules
  }),
  reply: QuestionDefinition
})

/** With answers present only texts, order and additions change; another type is another question. */
export const updateQuestion = endpoint({
  method: 'PUT',
  path: 'questions/{id}',
  access: 'admin',
  summary: 'Changes or retires a question.',
  params: ParamId,
  body: v.object({
    question_text: v.optional(Name(1000)),
    question_type: v.optional(QuestionType),
    /** Names of options to add. */
    option_names: v.optional(v.pipe(v.array(Name()), v.maxLength(200))),
    ...rules
  }),
  reply: QuestionDefinition
})

export const createQuestionMembership = endpoint({
  method: 'POST',
  path: 'questionSubSectionMemberships/',
  access: 'admin',
  summary: 'Places a question in a sub-section; in a grid, at a row and a column.',
  body: v.object({
    sub_section_id: Id,
    question_id: Id,
    row_id: v.optional(v.nullable(IdOrZero)),
    column_id: v.optional(v.nullable(IdOrZero)),
    display_order: order,
    is_required: v.optional(v.boolean(), false)
  }),
  reply: v.object({
    membership_id: Id,
    sub_section_id: Id,
    question_id: Id,
    row_id: IdOrZero,
    column_id: IdOrZero,
    display_order: v.number(),
    is_required: v.boolean()
  })
})
