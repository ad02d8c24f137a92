import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { endpoint } from './endpoint.ts'
import { Id, Name, Percent, QueryId, Timestamp, queryLimit } from './fields.ts'
import { MAX_LIST_ROWS } from './limits.ts'
import { SectionStatus } from './questionnaires.ts'

export const RegistrationSubmission = v.object({
  registration_submission_id: Id,
  registration_id: Id,
  submission_id: Id,
  submission_name: v.string(),
  scope_id: Id,
  scope_name: v.string(),
  submission_code: v.string(),
  completion_percent: Percent
})
export type RegistrationSubmission = v.InferOutput<typeof RegistrationSubmission>

export const listRegistrationSubmissions = endpoint({
  method: 'GET',
  path: 'registrationSubmissions',
  access: 'viewer',
  summary: 'Submissions of a registration.',
  query: v.object({ registration_id: QueryId, limit: queryLimit(MAX_LIST_ROWS) }),
  reply: v.object({
    registration_submissions: describe(
      'What a registration asks of its submissions.',
      v.array(RegistrationSubmission)
    )
  })
})

export const createRegistrationSubmission = endpoint({
  method: 'POST',
  path: 'registrationSubmissions',
  access: 'lead',
  summary:
    'Adds a submission to a registration: an existing one by id, or a new one by name, which may continue a lineage.',
  body: v.pipe(
    v.object({
      registration_id: Id,
      scope_id: Id,
      submission_id: v.optional(v.nullable(Id)),
      submission_name: v.optional(v.nullable(Name())),
      lineage_id: v.optional(v.nullable(Id))
    }),
    v.check(
      body => Boolean(body.submission_id) !== Boolean(body.submission_name),
      'Give either submission_id or submission_name.'
    )
  ),
  reply: RegistrationSubmission
})

export const deleteRegistrationSubmission = endpoint({
  method: 'DELETE',
  path: 'registrationSubmissions',
  access: 'lead',
  summary: 'Removes a submission from a registration. Refused with 423 if it has answers.',
  body: v.object({ registration_submission_id: Id }),
  reply: v.object({ registration_submission_id: Id })
})

export const getRegistrationCompletion = endpoint({
  method: 'GET',
  path: 'registrationSubmissions/completion-status',
  access: 'viewer',
  summary: 'The progress of each submission’s questionnaires in a registration.',
  query: v.object({ registration_id: QueryId }),
  reply: v.object({
    registration_submissions: v.array(
      v.object({
        registration_submission_id: Id,
        submission_id: Id,
        questionnaires: v.array(
          v.object({
            questionnaire_id: Id,
            status: SectionStatus,
            completion_percent: Percent,
            signed_off_at: describe('When it was signed off; null if it is not.', v.nullable(Timestamp)),
            signed_off_by: describe(
              'Name of the person who signed it off; null if nobody did.',
              v.nullable(v.string())
            )
          })
        )
      })
    )
  })
})
