import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { EmptySectionReason } from './empty-section-reason.ts'
import { endpoint } from './endpoint.ts'
import { ClientChangeId, Id } from './fields.ts'
import { SectionSubmissionResult } from './section-submissions.ts'

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
      'Why. none_happened enters 0 in the number cells; otherwise the cells stay missing.',
      EmptySectionReason
    )
  }),
  reply: SectionSubmissionResult
})
