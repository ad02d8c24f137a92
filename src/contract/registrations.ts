import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { EmailAddress, Id, Name, ParamId, Percent, QueryId, Text, Timestamp, queryLimit } from './fields.ts'
import { LIST_LIMIT } from './limits.ts'
import { SectionStatus } from './questionnaires.ts'

export const RegistrationStatus = v.picklist(['draft', 'registered', 'withdrawn'])

export const Registration = v.object({
  registration_id: Id,
  project_id: Id,
  time_period_id: Id,
  organisation_id: Id,
  organisation_name: v.string(),
  registration_status: RegistrationStatus,
  scope_ids: v.array(Id),
  terms_accepted_at: v.nullable(Timestamp),
  updated_at: Timestamp,
  updated_by: v.nullable(v.string())
})
export type Registration = v.InferOutput<typeof Registration>

export const listRegistrations = endpoint({
  method: 'GET',
  path: 'registrations',
  access: 'viewer',
  summary: 'Registrations of the caller’s organisation; admins see all.',
  query: v.object({
    project_id: v.optional(QueryId),
    time_period_id: v.optional(QueryId),
    organisation_id: v.optional(QueryId)
  }),
  reply: v.object({ registrations: v.array(Registration) })
})

export const createRegistration = endpoint({
  method: 'POST',
  path: 'registrations',
  access: 'lead',
  summary: 'Begins an organisation’s registration for a project in a period.',
  body: v.object({
    project_id: Id,
    time_period_id: Id,
    organisation_id: Id,
    scope_ids: v.optional(v.pipe(v.array(Id), v.maxLength(LIST_LIMIT)), []),
    terms_accepted: v.optional(v.boolean(), false)
  }),
  reply: Registration
})

export const updateRegistration = endpoint({
  method: 'PUT',
  path: 'registrations/{id}',
  access: 'lead',
  summary: 'Changes scopes, accepts terms, confirms or withdraws (with a reason).',
  params: ParamId,
  body: v.object({
    scope_ids: v.optional(v.pipe(v.array(Id), v.maxLength(LIST_LIMIT))),
    terms_accepted: v.optional(v.boolean()),
    registration_status: v.optional(RegistrationStatus),
    reason: v.optional(v.nullable(Text(1000)))
  }),
  reply: Registration
})

export const RegistrationContact = v.object({
  registration_contact_id: Id,
  registration_id: Id,
  user_id: v.nullable(Id),
  contact_name: v.string(),
  email_address: v.string(),
  telephone: v.string(),
  contact_role: v.string(),
  is_primary: v.boolean()
})
export type RegistrationContact = v.InferOutput<typeof RegistrationContact>

export const listRegistrationContacts = endpoint({
  method: 'GET',
  path: 'registrationContact',
  access: 'viewer',
  summary: 'Contacts of a registration.',
  query: v.object({ registration_id: QueryId, limit: queryLimit(LIST_LIMIT) }),
  reply: v.object({ registration_contacts: v.array(RegistrationContact) })
})

export const createRegistrationContact = endpoint({
  method: 'POST',
  path: 'registrationContact',
  access: 'lead',
  summary: 'Adds a contact to a registration. The first of a role is primary; a new primary takes over.',
  body: v.object({
    registration_id: Id,
    user_id: v.optional(v.nullable(Id)),
    contact_name: Name(),
    email_address: EmailAddress,
    telephone: v.optional(Text(60), ''),
    contact_role: v.pipe(v.string(), v.nonEmpty(), v.maxLength(60)),
    is_primary: v.optional(v.boolean(), false)
  }),
  reply: RegistrationContact
})

export const deleteRegistrationContact = endpoint({
  method: 'DELETE',
  path: 'registrationContact',
  access: 'lead',
  summary: 'Removes a contact.',
  body: v.object({ registration_contact_id: Id }),
  reply: v.object({ registration_contact_id: Id })
})

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
  query: v.object({ registration_id: QueryId, limit: queryLimit(LIST_LIMIT) }),
  reply: v.object({ registration_submissions: v.array(RegistrationSubmission) })
})

export const createRegistrationSubmission = endpoint({
  method: 'POST',
  path: 'registrationSubmissions',
  access: 'lead',
  summary: 'Adds a submission to a registration: an existing one by id, or a new one by name.',
  body: v.pipe(
    v.object({
      registration_id: Id,
      scope_id: Id,
      submission_id: v.optional(v.nullable(Id)),
      submission_name: v.optional(v.nullable(Name()))
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
  summary: 'Takes a submission off a registration; refused with 423 when it has answers.',
  body: v.object({ registration_submission_id: Id }),
  reply: v.object({ registration_submission_id: Id })
})

export const getRegistrationCompletion = endpoint({
  method: 'GET',
  path: 'registrationSubmissions/completion-status',
  access: 'viewer',
  summary: 'How far the questionnaires of each submission of a registration are.',
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
            signed_off_at: v.nullable(Timestamp),
            signed_off_by: v.nullable(v.string())
          })
        )
      })
    )
  })
})

export const getRegistrationSubmissionQuestionnaires = endpoint({
  method: 'GET',
  path: 'questionnaires/registration-submission/{id}',
  access: 'viewer',
  summary: 'The questionnaires and sections that apply to a registered submission’s scope.',
  params: ParamId,
  reply: v.object({
    registration_submission: v.object({
      registration_submission_id: Id,
      registration_id: Id,
      submission_id: Id,
      submission_name: v.string(),
      scope_id: Id,
      scope_name: v.string()
    }),
    questionnaires: v.array(
      v.object({
        questionnaire_id: Id,
        questionnaire_name: v.string(),
        sections: v.array(v.object({ section_id: Id, section_name: v.string(), display_order: v.number() }))
      })
    )
  })
})
