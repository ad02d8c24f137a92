// Building questionnaires. There is no DELETE: sections, rows, columns and questions are retired by is_active false (product 15).

import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { endpoint } from './endpoint.ts'
import { BaseVersion, Html, Id, IdOrZero, Name, Order, ParamId, Version } from './fields.ts'

const order = v.exactOptional(Order)
const active = v.exactOptional(v.boolean())
/** How many answers belong to what was changed, so that the builder can warn. */
const AnswerCount = {
  answer_count: v.optional(IdOrZero, 0),
  is_active: v.boolean(),
  display_order: v.number(),
  version: Version
}

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
    version: BaseVersion,
    section_name: v.exactOptional(Name()),
    guidance_html: v.exactOptional(Html),
    display_order: order,
    is_active: active
  }),
  reply: SectionReply
})

const layout = describe('How the questions are laid out.', v.picklist(['list', 'grid']))
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
  summary: 'Changes, orders or retires a sub-section. Its layout can change only without answers.',
  params: ParamId,
  body: v.object({
    version: BaseVersion,
    sub_section_name: v.exactOptional(Name()),
    layout: v.exactOptional(layout),
    is_repeating: v.exactOptional(v.boolean()),
    show_row_totals: v.exactOptional(v.boolean()),
    show_column_totals: v.exactOptional(v.boolean()),
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
  body: v.object({
    version: BaseVersion,
    row_name: v.exactOptional(Name()),
    display_order: order,
    is_active: active
  }),
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
  body: v.object({
    version: BaseVersion,
    column_name: v.exactOptional(Name()),
    display_order: order,
    is_active: active
  }),
  reply: ColumnReply
})
