// What is saved of a section and how far it is: the shapes and calls of a submission's answers.
import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { ClientChangeId, Id, IdOrZero, Percent, QueryId, Timestamp } from './fields.ts'
import { MAX_CELLS_PER_SAVE } from './limits.ts'
import { CellValue, SectionStatus } from './questionnaires.ts'
import { BY_CASE_CODE } from './rate-limits.ts'

const CellAddress = { question_id: Id, row_id: IdOrZero, column_id: IdOrZero }

export const CellChange = v.object({
  ...CellAddress,
  value: CellValue,
  is_not_applicable: v.optional(v.boolean(), false),
  is_not_available: v.optional(v.boolean(), false),
  /** The version that the change is based on. Another version on the server is a conflict, unless it has the same value. */
  base_version: IdOrZero,
  comment_text: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(4000))))
})
export type CellChange = v.InferOutput<typeof CellChange>

export const SectionSubmissionResult = v.object({
  section_submission: v.object({
    section_id: Id,
    status: SectionStatus,
    version: IdOrZero,
    completion_percent: Percent,
    updated_at: v.nullable(Timestamp),
    updated_by: v.nullable(v.string())
  }),
  saved: v.array(
    v.object({
      ...CellAddress,
      version: IdOrZero,
      /** The author of this version, who may be someone else with the same answer. Missing in replies of earlier API versions. */
      updated_at: v.exactOptional(v.nullable(Timestamp)),
      updated_by: v.exactOptional(v.nullable(v.string()))
    })
  ),
  rejected: v.array(v.object({ ...CellAddress, message: v.string() })),
  warnings: v.array(v.object({ ...CellAddress, message: v.string(), comment_required: v.boolean() })),
  conflicts: v.array(
    v.object({
      ...CellAddress,
      mine: CellValue,
      theirs: CellValue,
      theirs_is_not_applicable: v.boolean(),
      theirs_is_not_available: v.boolean(),
      theirs_version: IdOrZero,
      theirs_updated_at: v.nullable(Timestamp),
      theirs_updated_by: v.nullable(v.string())
    })
  )
})
export type SectionSubmissionResult = v.InferOutput<typeof SectionSubmissionResult>

export const saveSection = endpoint({
  method: 'POST',
  path: 'questionnaires/section-submission',
  access: 'case_code',
  rateLimits: BY_CASE_CODE,
  summary: 'Saves cells of a section, or completes, reopens or signs it off. Idempotent by client_change_id.',
  body: v.object({
    questionnaire_id: Id,
    submission_id: Id,
    section_id: Id,
    case_code: v.optional(v.nullable(v.string())),
    client_change_id: ClientChangeId,
    action: v.picklist(['save', 'complete', 'reopen', 'sign_off']),
    answers: v.pipe(v.array(CellChange), v.maxLength(MAX_CELLS_PER_SAVE))
  }),
  reply: SectionSubmissionResult
})

export const SectionCompletion = v.object({
  questionnaire_id: Id,
  section_id: Id,
  applicable_count: IdOrZero,
  answered_count: IdOrZero,
  required_remaining_count: IdOrZero,
  error_count: IdOrZero,
  warning_count: IdOrZero,
  comment_required_count: IdOrZero,
  /** Floored, so that 100 means done (product 14). */
  completion_percent: Percent,
  status: SectionStatus,
  updated_at: v.nullable(Timestamp),
  updated_by: v.nullable(v.string()),
  updated_by_user_id: v.nullable(Id)
})
export type SectionCompletion = v.InferOutput<typeof SectionCompletion>

export const getCompletion = endpoint({
  method: 'GET',
  path: 'questionnaireSectionSubmissions/completion',
  access: 'viewer',
  summary: 'The progress of each section of a submission, for one questionnaire or all that members fill in.',
  query: v.object({ submission_id: QueryId, questionnaire_id: v.optional(QueryId) }),
  reply: v.object({ section_submissions: v.array(SectionCompletion), completion_percent: Percent })
})
