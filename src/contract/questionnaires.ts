import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { CellSpread } from './cell-spread.ts'
import { Comment } from './comment.ts'
import { DeclaredReason } from './empty-section-reason.ts'
import { endpoint } from './endpoint.ts'
import { Html, Id, IdOrZero, ParamId, QueryFlag, QueryId, Timestamp, Version } from './fields.ts'
import { MAX_ANSWER_LENGTH, MAX_LARGE_REPLY_BYTES, MAX_OPTIONS } from './limits.ts'
import { LockReason } from './lock-reason.ts'
import { BY_CASE_CODE } from './rate-limits.ts'

export const QuestionType = v.picklist([
  'integer',
  'decimal',
  'percentage',
  'currency',
  'text',
  'long_text',
  'single_choice',
  'multiple_choice',
  'yes_no',
  'date',
  'calculated',
  'heading',
  'time',
  'scale'
])
export type QuestionType = v.InferOutput<typeof QuestionType>

export const SectionStatus = v.picklist(['not_started', 'in_progress', 'complete', 'signed_off'])
export type SectionStatus = v.InferOutput<typeof SectionStatus>

/** `case`: one form for each case, opened by a case code. */
export const QuestionnaireType = v.picklist(['standard', 'case'])

export const Questionnaire = v.object({
  questionnaire_id: Id,
  questionnaire_name: v.string(),
  questionnaire_type: describe('Whether members fill it in, or respondents by code.', QuestionnaireType),
  opens_at: describe('The start of data collection; null if none is set.', v.nullable(Timestamp)),
  closes_at: describe('The end of data collection; null if none is set.', v.nullable(Timestamp)),
  is_locked: describe('Whether nothing can be changed now; lock_reason says why.', v.boolean()),
  lock_reason: describe('Why nothing can be changed; null if it can.', v.nullable(LockReason)),
  version: Version
})
export type Questionnaire = v.InferOutput<typeof Questionnaire>

/**
 * The value of one cell. Numbers are JSON numbers, dates ISO dates, yes_no 'yes' or 'no', single_choice an option_id, multiple_choice a
 * list of option_ids, time a whole number of minutes, scale the step from 1 to n; null is blank. Blank, 0, not applicable and not available are four different things (product 15).
 */
export const CellValue = v.nullable(
  v.union([
    v.pipe(v.number(), v.finite()),
    v.pipe(v.string(), v.maxLength(MAX_ANSWER_LENGTH)),
    v.pipe(v.array(Id), v.maxLength(MAX_OPTIONS))
  ])
)
export type CellValue = v.InferOutput<typeof CellValue>

export const Answer = v.object({
  value: CellValue,
  is_not_applicable: describe('Whether the cell is marked as not applicable.', v.boolean()),
  is_not_available: describe('Whether the cell is marked as not available.', v.boolean()),
  /** 0 when never answered; each accepted change adds 1. */
  version: Version,
  updated_at: v.nullable(Timestamp),
  updated_by: v.nullable(v.string()),
  /** Tells people with the same name apart. Missing in replies of other APIs. */
  updated_by_user_id: v.exactOptional(v.nullable(Id)),
  is_changed_after_sign_off: describe(
    'Whether a programme admin has changed it since the organisation signed it off.',
    v.exactOptional(v.boolean())
  ),
  is_imported: describe(
    'Whether it was imported from a file; updated_at and updated_by then say who entered it in the source system, and when.',
    v.exactOptional(v.boolean())
  )
})
export type Answer = v.InferOutput<typeof Answer>

export const PreviousAnswer = v.object({ time_period_id: Id, time_period_name: v.string(), value: CellValue })
export type PreviousAnswer = v.InferOutput<typeof PreviousAnswer>

/** One question in its place; in a grid, at a row and a column. row_id and column_id are 0 outside grids. */
export const Question = v.object({
  question_id: Id,
  question_text: describe('The question.', v.string()),
  help_text: describe('Explains the question.', v.string()),
  question_type: describe('Kind of answer.', QuestionType),
  option_list: describe(
    'The options of a question or filter.',
    v.array(v.object({ option_id: Id, option_name: v.string() }))
  ),
  is_required: describe('Whether the section cannot be complete without it.', v.boolean()),
  is_disabled: describe('Whether the cell takes no answer.', v.boolean()),
  unit: v.string(),
  decimal_places: v.nullable(IdOrZero),
  min_value: describe('Lowest valid value; null for no limit.', v.nullable(v.number())),
  max_value: describe('Highest valid value; null for no limit.', v.nullable(v.number())),
  warn_min: describe('Value below which it is flagged; null for none.', v.nullable(v.number())),
  warn_max: describe('Value above which it is flagged; null for none.', v.nullable(v.number())),
  warn_change_percent: describe(
    'Change since the previous period above which a value is flagged; null for none.',
    v.nullable(v.number())
  ),
  max_length: describe('Longest text; null for no limit.', v.nullable(Id)),
  /** For calculated questions and for visibility: a formula over q<question_id> or q<question_id>_r<row_id>_c<column_id>. */
  expression: describe(
    'The formula of a calculated question; null for any other question.',
    v.nullable(v.string())
  ),
  visible_if: describe('When the question is asked; null for always.', v.nullable(v.string())),
  is_closed: describe('Whether only other cells are open for corrections.', v.exactOptional(v.boolean())),
  row_id: IdOrZero,
  column_id: IdOrZero,
  answer: describe('What the cell holds.', Answer),
  previous_answer: describe(
    'The answer of the previous period; null if there is none.',
    v.nullable(PreviousAnswer)
  ),
  comments: describe('Comments, oldest first.', v.array(Comment))
})
export type Question = v.InferOutput<typeof Question>

export const SubSection = v.object({
  sub_section_id: Id,
  sub_section_name: v.string(),
  layout: describe('How the questions are laid out.', v.picklist(['list', 'grid'])),
  display_order: v.number(),
  /** A grid whose rows respondents add: the rows up to the last used one, and one blank row (docs/decisions/0024). */
  is_repeating: describe('Whether rows can be added.', v.boolean()),
  show_row_totals: describe('Whether row totals are shown on screen.', v.boolean()),
  show_column_totals: describe('Whether column totals are shown on screen.', v.boolean()),
  rows: describe(
    'Rows in their order.',
    v.array(v.object({ row_id: Id, row_name: v.string(), display_order: v.number() }))
  ),
  columns: describe(
    'Columns in their order.',
    v.array(v.object({ column_id: Id, column_name: v.string(), display_order: v.number() }))
  ),
  questions: v.array(Question)
})
export type SubSection = v.InferOutput<typeof SubSection>

const TimeOrNone = v.exactOptional(v.nullable(Timestamp))

export const Section = v.object({
  section_id: Id,
  section_name: v.string(),
  guidance_html: describe('HTML that explains the section. Sanitise it before you show it.', Html),
  display_order: v.number(),
  status: SectionStatus,
  is_locked: v.boolean(),
  lock_reason: v.nullable(LockReason),
  closes_at: v.nullable(Timestamp),
  version: Version,
  changed_after_sign_off_at: describe(
    'When a programme admin last changed answers since the organisation signed them off; null if none did.',
    TimeOrNone
  ),
  open_until: describe(
    'When the correction window closes, by the server’s clock; null if none is open.',
    TimeOrNone
  ),
  open_cell_count: describe('Cells open for corrections; null: all.', v.exactOptional(v.nullable(IdOrZero))),
  corrected_at: describe('When it was last corrected since completion; null if it was not.', TimeOrNone),
  open_query_count: describe(
    'Open questions from the programme about it; for members, 0 while their organisation does not take part.',
    v.exactOptional(IdOrZero)
  ),
  empty_reason: DeclaredReason
})
export type Section = v.InferOutput<typeof Section>

/** The content of the side panel for one cell. */
export const CellDetails = v.object({
  /** The values of the cell, newest first, at most 50. */
  history: describe('Earlier values, newest first.', v.array(Answer)),
  /** Other organisations' values of the previous period; null if the question has none or the caller may not see them. */
  spread: describe(
    'Averages of the other submissions, to compare this answer with; null where they are not shown.',
    v.nullable(CellSpread)
  ),
  previous_answers: describe(
    'The cell in the two periods before, newest first; a value of null where it had no answer.',
    v.exactOptional(v.array(PreviousAnswer))
  )
})
export type CellDetails = v.InferOutput<typeof CellDetails>

export const SectionQuestions = v.object({
  section: describe('The section with its questions.', Section),
  sub_sections: describe('Sub-sections in their order.', v.array(SubSection)),
  cell_details: describe('More about the cell.', v.optional(CellDetails)),
  readers: describe(
    'Others who have the section open now, where is_watching asks for them.',
    v.optional(v.array(v.object({ user_id: Id, first_name: v.string(), last_name: v.string() })))
  )
})
export type SectionQuestions = v.InferOutput<typeof SectionQuestions>
/** Someone else who has the section open now. */
export type SectionReader = NonNullable<SectionQuestions['readers']>[number]

export const listQuestionnaires = endpoint({
  method: 'GET',
  path: 'questionnaires/',
  access: 'viewer',
  summary:
    'The questionnaires of a project in a period; with a submission, those that apply to its scope, with their sections.',
  query: v.object({ project_id: QueryId, time_period_id: QueryId, submission_id: v.optional(QueryId) }),
  reply: v.object({
    questionnaires: describe(
      'Questionnaires.',
      v.array(v.object({ ...Questionnaire.entries, sections: v.optional(v.array(Section)) }))
    )
  })
})

export const getQuestionnaire = endpoint({
  method: 'GET',
  path: 'questionnaires/{id}',
  access: 'case_code',
  rateLimits: BY_CASE_CODE,
  summary: 'One questionnaire in the period of a submission, or in its newest period.',
  params: ParamId,
  query: v.object({ submission_id: v.optional(QueryId), case_code: v.optional(v.string()) }),
  reply: v.object({
    ...Questionnaire.entries,
    project_id: Id,
    time_period_id: Id,
    /** The requested submission and its organisation; null for respondents. */
    submission: describe(
      'A submission.',
      v.nullable(v.object({ id: Id, name: v.string(), organisation_id: Id, organisation_name: v.string() }))
    )
  })
})

export const listSections = endpoint({
  method: 'GET',
  path: 'questionnaires/{id}/sections',
  access: 'case_code',
  rateLimits: BY_CASE_CODE,
  summary: 'The sections of a questionnaire with their state for a submission.',
  params: ParamId,
  query: v.object({ submission_id: QueryId, case_code: v.optional(v.string()) }),
  reply: v.object({ sections: describe('Sections in their order.', v.array(Section)) })
})

export const getSectionQuestions = endpoint({
  method: 'GET',
  path: 'questionnaires/{id}/sections/{sid}/questions',
  access: 'case_code',
  rateLimits: BY_CASE_CODE,
  maxReplyBytes: MAX_LARGE_REPLY_BYTES,
  summary:
    'A section with its sub-sections, questions, answers and comments for a submission, or the details of one of its cells.',
  params: v.object({ id: QueryId, sid: describe('The section.', QueryId) }),
  query: v.object({
    submission_id: QueryId,
    case_code: v.optional(v.string()),
    cell: describe(
      'A cell as question_id:row_id:column_id. The reply then holds its details and no sub-sections.',
      v.optional(
        v.pipe(v.string(), v.regex(/^\d{1,15}:\d{1,15}:\d{1,15}$/, 'must be question_id:row_id:column_id'))
      )
    ),
    is_watching: describe(
      'Whether the section stays open on the caller’s screen. The reply then names others who have it open. Such a call does not count as activity of the session.',
      v.optional(QueryFlag)
    )
  }),
  reply: SectionQuestions
})
