// A whole questionnaire for its builder, with retired parts, answer counts and versions (docs/decisions/0040).

import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { endpoint } from './endpoint.ts'
import {
  BaseVersion,
  DayOrTimestamp,
  Html,
  Id,
  IdOrZero,
  Name,
  Order,
  ParamId,
  QueryId,
  Timestamp
} from './fields.ts'
import { MAX_LARGE_REPLY_BYTES } from './limits.ts'
import { limitedList, structureLimits } from './list-limits.ts'
import { QuestionnaireType } from './questionnaires.ts'
import { QuestionDefinition, questionFields } from './questions.ts'

const SubSectionLayout = describe('How the questions are laid out.', v.picklist(['list', 'grid']))
/** Fields of every part: its place, whether it is in use, its version and its number of answers. */
const structurePart = {
  display_order: v.number(),
  is_active: v.boolean(),
  version: IdOrZero,
  answer_count: describe('Number of answers.', IdOrZero)
}

const StructureRow = v.object({ row_id: Id, row_name: v.string(), ...structurePart })
const StructureColumn = v.object({ column_id: Id, column_name: v.string(), ...structurePart })

const StructureMembership = v.object({
  membership_id: Id,
  question_id: Id,
  row_id: IdOrZero,
  column_id: IdOrZero,
  display_order: v.number(),
  is_required: v.boolean(),
  is_disabled: v.boolean(),
  answer_count: IdOrZero
})

const StructureSubSection = v.object({
  sub_section_id: Id,
  sub_section_name: v.string(),
  layout: SubSectionLayout,
  is_repeating: v.boolean(),
  show_row_totals: v.boolean(),
  show_column_totals: v.boolean(),
  ...structurePart,
  rows: v.array(StructureRow),
  columns: v.array(StructureColumn),
  memberships: describe('What belongs to it.', v.array(StructureMembership))
})

const StructureSection = v.object({
  section_id: Id,
  section_name: v.string(),
  guidance_html: Html,
  ...structurePart,
  sub_sections: v.array(StructureSubSection)
})

const StructurePeriod = v.object({
  time_period_id: Id,
  /** null: the project's collection dates apply. */
  opens_at: v.nullable(Timestamp),
  closes_at: v.nullable(Timestamp),
  is_locked: v.boolean()
})

const summary = {
  questionnaire_id: Id,
  questionnaire_name: v.string(),
  questionnaire_type: QuestionnaireType,
  is_active: v.boolean(),
  version: IdOrZero,
  display_order: v.number(),
  /** The scopes that answer it; empty for everyone. */
  scope_ids: v.array(Id)
}

const StructureSummary = v.object({
  ...summary,
  time_period_ids: v.array(Id),
  section_count: describe('Number of sections.', IdOrZero),
  question_count: describe('Number of questions.', IdOrZero)
})

export const Structure = v.object({
  questionnaire: describe(
    'A questionnaire.',
    v.object({
      ...summary,
      project_id: Id,
      periods: describe(
        'Periods in which it is asked.',
        v.array(v.object({ ...StructurePeriod.entries, answer_count: IdOrZero }))
      )
    })
  ),
  sections: v.array(StructureSection),
  questions: describe(
    'Questions.',
    v.array(
      v.object({
        ...QuestionDefinition.entries,
        /** The number of submissions with an answer. */
        submission_count: IdOrZero,
        /** Charts calculated from it. */
        chart_names: v.array(v.string())
      })
    )
  )
})
export type Structure = v.InferOutput<typeof Structure>

export const listStructures = endpoint({
  method: 'GET',
  path: 'questionnaireStructures/',
  access: 'admin',
  isAddition: true,
  summary: 'All questionnaires of a project, in any period, and the project’s scopes.',
  query: v.object({ project_id: QueryId }),
  reply: v.object({
    questionnaires: v.array(StructureSummary),
    scopes: v.array(v.object({ scope_id: Id, scope_name: v.string() }))
  })
})

export const getStructure = endpoint({
  method: 'GET',
  path: 'questionnaireStructures/{id}',
  access: 'admin',
  isAddition: true,
  maxReplyBytes: MAX_LARGE_REPLY_BYTES,
  summary: 'A questionnaire with all its parts, including retired ones, and their answer counts.',
  params: ParamId,
  reply: Structure
})

/** References use the draft's own numbers: `q3_r1_c2` in a formula is its question 3 at its row 1 and column 2, and `q4 = 2` the second option of 4. */
const DraftNumber = v.pipe(Id, v.maxValue(100_000))

const DraftSubSectionSchema = v.object({
  sub_section_name: Name(),
  layout: v.optional(SubSectionLayout, 'list'),
  is_repeating: v.optional(v.boolean(), false),
  show_row_totals: v.optional(v.boolean(), false),
  show_column_totals: v.optional(v.boolean(), false),
  rows: limitedList(structureLimits.rows, v.object({ number: DraftNumber, row_name: Name() })),
  columns: limitedList(structureLimits.columns, v.object({ number: DraftNumber, column_name: Name() })),
  cells: describe(
    'Cells: where a row meets a column.',
    limitedList(
      structureLimits.cells,
      v.object({
        question: describe('Number of the question in the draft.', DraftNumber),
        row: describe('Number of the row in the draft; 0 outside grids.', IdOrZero),
        column: describe('Number of the column in the draft; 0 outside grids.', IdOrZero),
        is_required: v.boolean(),
        is_disabled: v.optional(v.boolean(), false)
      })
    )
  )
})

// A new questionnaire has no retired parts.
const { is_active: _retired, ...draftedFields } = questionFields

export const StructureDraft = v.object({
  questions: v.pipe(
    limitedList(
      structureLimits.questions,
      v.object({
        number: describe(
          'Number in the draft, from 1. Formulas and cells name it by this number.',
          DraftNumber
        ),
        ...draftedFields
      })
    ),
    v.check(
      questions =>
        questions.filter(({ expression }) => Boolean(expression?.trim())).length <=
        structureLimits.formulas.most,
      structureLimits.formulas.message
    )
  ),
  sections: v.pipe(
    limitedList(
      structureLimits.sections,
      v.object({
        section_name: Name(),
        guidance_html: v.optional(Html, ''),
        sub_sections: limitedList(structureLimits.sub_sections, DraftSubSectionSchema)
      })
    ),
    v.check(
      sections =>
        sections.flatMap(({ sub_sections }) => sub_sections.flatMap(({ cells }) => cells)).length <=
        structureLimits.cells.most,
      structureLimits.cells.message
    )
  )
})
export type StructureDraft = v.InferOutput<typeof StructureDraft>

export const createStructure = endpoint({
  method: 'POST',
  path: 'questionnaireStructures/',
  access: 'admin',
  isAddition: true,
  summary: 'Creates a questionnaire with all its parts, or nothing if any part is invalid.',
  body: v.object({
    project_id: Id,
    /** The first period in which it is asked. */
    time_period_id: Id,
    questionnaire_name: Name(),
    questionnaire_type: v.optional(QuestionnaireType, 'standard'),
    structure: describe(
      'A whole questionnaire: sections, sub-sections, rows, columns, questions.',
      v.optional(StructureDraft, { questions: [], sections: [] })
    )
  }),
  reply: v.object({ questionnaire_id: Id })
})

const PeriodDates = v.object({
  ...StructurePeriod.entries,
  opens_at: v.nullable(DayOrTimestamp),
  closes_at: v.nullable(DayOrTimestamp)
})

export const updateStructure = endpoint({
  method: 'PUT',
  path: 'questionnaireStructures/{id}',
  access: 'admin',
  isAddition: true,
  audits: ['dates_changed'],
  summary: 'Renames or retires a questionnaire, or sets its periods and scopes.',
  params: ParamId,
  body: v.object({
    version: BaseVersion,
    questionnaire_name: v.exactOptional(Name()),
    is_active: v.exactOptional(v.boolean()),
    display_order: v.exactOptional(Order),
    scope_ids: v.exactOptional(v.pipe(v.array(Id), v.maxLength(100))),
    periods: v.exactOptional(v.pipe(v.array(PeriodDates), v.maxLength(100)))
  }),
  reply: StructureSummary
})

export const orderStructure = endpoint({
  method: 'PUT',
  path: 'questionnaireStructures/{id}/order',
  access: 'admin',
  isAddition: true,
  summary: 'Orders all parts under one parent.',
  params: ParamId,
  body: v.object({
    version: BaseVersion,
    part: describe(
      'The kind of part to order.',
      v.picklist(['section', 'sub_section', 'row', 'column', 'membership'])
    ),
    within: describe('Id of the questionnaire, section or sub-section whose parts are ordered.', Id),
    order: describe(
      'The ids of all parts in their new order, retired ones too.',
      v.pipe(v.array(Id), v.maxLength(5000))
    )
  }),
  reply: v.object({ version: IdOrZero })
})
