// Answers and progress of a section: the shapes and calls.

import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { DeclaredReason, EmptySectionReason } from './empty-section-reason.ts'
import { endpoint } from './endpoint.ts'
import { ClientChangeId, Id, IdOrZero, Percent, QueryId, Timestamp, Version } from './fields.ts'
import { MAX_CELLS_PER_SAVE } from './limits.ts'
import { CellValue, SectionStatus } from './questionnaires.ts'
import { BY_CASE_CODE } from './rate-limits.ts'

const cellAddressFields = { question_id: Id, row_id: IdOrZero, column_id: IdOrZero }

export const CellChange = v.object({
  ...cellAddressFields,
  value: CellValue,
  is_not_applicable: v.optional(v.boolean(), false),
  is_not_available: v.optional(v.boolean(), false),
  base_version: describe(
    'The version that the change is based on, 0 for an empty cell. Another version on the server is a conflict, unless it has the same value.',
    IdOrZero
  ),
  comment_text: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(4000))))
})
export type CellChange = v.InferOutput<typeof CellChange>

export const SectionSubmissionResult = v.object({
  section_submission: describe(
    'How far the section is.',
    v.object({
      section_id: Id,
      status: SectionStatus,
      version: Version,
      completion_percent: Percent,
      updated_at: v.nullable(Timestamp),
      updated_by: v.nullable(v.string())
    })
  ),
  saved: describe(
    'Cells that were saved, with their new version.',
    v.array(
      v.object({
        ...cellAddressFields,
        version: Version,
        /** The author of this version, who may be someone else with the same answer. Missing in replies of earlier API versions. */
        updated_at: v.exactOptional(v.nullable(Timestamp)),
        updated_by: v.exactOptional(v.nullable(v.string())),
        updated_by_user_id: v.exactOptional(v.nullable(Id))
      })
    )
  ),
  rejected: describe(
    'Cells whose value is invalid. Nothing was written there.',
    v.array(
      v.object({
        ...cellAddressFields,
        message: describe('What is wrong, in a sentence for a person.', v.string())
      })
    )
  ),
  warnings: describe(
    'Saved cells whose value is flagged.',
    v.array(
      v.object({
        ...cellAddressFields,
        message: v.string(),
        comment_required: describe('Whether the value needs a comment.', v.boolean())
      })
    )
  ),
  conflicts: describe(
    'Cells that someone else has changed since base_version. Nothing was written there.',
    v.array(
      v.object({
        ...cellAddressFields,
        mine: describe('The value that was sent.', CellValue),
        theirs: describe('The value that someone else has saved.', CellValue),
        theirs_is_not_applicable: describe(
          'Whether someone else has marked the cell as not applicable.',
          v.boolean()
        ),
        theirs_is_not_available: describe(
          'Whether someone else has marked the cell as not available.',
          v.boolean()
        ),
        theirs_version: describe('The current version of the cell.', Version),
        theirs_updated_at: describe('When someone else saved it; null if unknown.', v.nullable(Timestamp)),
        theirs_updated_by: describe(
          'Name of the person who saved it; null if unknown.',
          v.nullable(v.string())
        ),
        theirs_updated_by_user_id: v.exactOptional(v.nullable(Id))
      })
    )
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
    action: describe(
      'What is done besides saving the cells.',
      v.picklist(['save', 'complete', 'reopen', 'sign_off'])
    ),
    answers: describe('The changed cells.', v.pipe(v.array(CellChange), v.maxLength(MAX_CELLS_PER_SAVE)))
  }),
  reply: SectionSubmissionResult
})

export const declareEmptySection = endpoint({
  method: 'POST',
  path: 'questionnaireSectionSubmissions/empty',
  access: 'lead',
  isAddition: true,
  summary:
    'Declares that there is nothing to report in a section, which completes it. Reopening the section undoes this. Idempotent by client_change_id.',
  body: v.object({
    questionnaire_id: Id,
    submission_id: Id,
    section_id: Id,
    client_change_id: ClientChangeId,
    empty_reason: describe(
      'The reason. none_happened enters 0 in the number cells; with any other the cells stay missing.',
      EmptySectionReason
    )
  }),
  reply: SectionSubmissionResult
})

export const SectionCompletion = v.object({
  questionnaire_id: Id,
  section_id: Id,
  applicable_count: describe('Cells that apply to this submission.', IdOrZero),
  answered_count: describe('Applicable cells that are answered.', IdOrZero),
  required_remaining_count: describe('Required cells that are still empty.', IdOrZero),
  error_count: describe('Cells with an invalid value.', IdOrZero),
  warning_count: describe('Cells whose value is flagged.', IdOrZero),
  comment_required_count: describe('Cells whose value needs a comment that is missing.', IdOrZero),
  /** Floored, so that 100 means done (product 14). */
  completion_percent: Percent,
  status: SectionStatus,
  empty_reason: DeclaredReason,
  updated_at: v.nullable(Timestamp),
  updated_by: v.nullable(v.string()),
  updated_by_user_id: v.nullable(Id),
  signed_off_at: describe(
    'When it was signed off; null if it is not.',
    v.exactOptional(v.nullable(Timestamp))
  ),
  signed_off_by: describe(
    'Name of the person who signed it off; null if nobody did.',
    v.exactOptional(v.nullable(v.string()))
  )
})
export type SectionCompletion = v.InferOutput<typeof SectionCompletion>

export const getCompletion = endpoint({
  method: 'GET',
  path: 'questionnaireSectionSubmissions/completion',
  access: 'viewer',
  summary: 'The progress of each section of a submission, for one questionnaire or all that members fill in.',
  query: v.object({ submission_id: QueryId, questionnaire_id: v.optional(QueryId) }),
  reply: v.object({
    section_submissions: describe('How far each section is.', v.array(SectionCompletion)),
    completion_percent: Percent
  })
})
