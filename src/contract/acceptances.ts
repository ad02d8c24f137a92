import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdOrZero, QueryFlag, ActReason, Timestamp, PageQuery, ProjectPeriodQuery } from './fields.ts'
import { MAX_PAGE_ROWS } from './limits.ts'

/** How far a questionnaire of a submission is on its way to acceptance. */
export const AcceptanceState = v.picklist([
  'accepted',
  /** Data collection has not closed for it. */
  'collecting',
  'not_started',
  'in_progress',
  /** Everything is answered, but a section is not marked complete. */
  'answered',
  /** A survey with fewer complete cases than a figure must be about. */
  'too_few_cases',
  /** A query about it is not resolved. */
  'queried',
  /** Open for corrections. */
  'correcting',
  /** Its acceptance was revoked, and nothing has changed since. */
  'revoked',
  'ready'
])
export type AcceptanceState = v.InferOutput<typeof AcceptanceState>

const QuestionnaireOfSubmission = { submission_id: Id, questionnaire_id: Id }

export const Acceptance = v.object({
  ...QuestionnaireOfSubmission,
  submission_name: v.string(),
  organisation_id: Id,
  organisation_name: v.string(),
  questionnaire_name: v.string(),
  acceptance_state: describe('Whether it is accepted, and if not, why not.', AcceptanceState),
  section_count: describe('Sections of the questionnaire; 0 for surveys.', IdOrZero),
  completed_section_count: describe('Sections that are complete or signed off.', IdOrZero),
  query_count: describe('Queries that are not resolved: open or answered.', IdOrZero),
  accepted_at: describe('When it was accepted; null if it is not.', v.nullable(Timestamp)),
  accepted_by: describe('Who accepted it; null if it is not accepted.', v.nullable(v.string())),
  revoked_at: describe('When its last acceptance was revoked; null if none was.', v.nullable(Timestamp)),
  reason_text: describe('Why it was revoked.', v.string())
})
export type Acceptance = v.InferOutput<typeof Acceptance>

export const listAcceptances = endpoint({
  method: 'GET',
  path: 'acceptances/',
  access: 'admin',
  isAddition: true,
  summary: 'Whether each questionnaire of each submission is accepted, and if not, why not.',
  query: v.object({
    ...ProjectPeriodQuery,
    is_left_out: describe(
      'Only questionnaires that the next edition leaves out, in whole or in part.',
      v.optional(QueryFlag)
    ),
    has_unresolved_queries: describe('Only questionnaires with unresolved queries.', v.optional(QueryFlag)),
    ...PageQuery
  }),
  reply: v.object({
    requires_acceptance: describe('Whether editions hold accepted figures only.', v.boolean()),
    acceptances: describe('Questionnaires, by organisation and submission.', v.array(Acceptance)),
    total: IdOrZero,
    organisation_count: IdOrZero,
    state_counts: describe(
      'How many of them there are in each state.',
      v.array(
        v.object({
          acceptance_state: AcceptanceState,
          state_count: describe('Questionnaires in this state.', IdOrZero)
        })
      )
    )
  })
})

export const acceptSubmissions = endpoint({
  method: 'POST',
  path: 'acceptances/',
  access: 'admin',
  isAddition: true,
  audits: ['answers_accepted'],
  summary: 'Accepts complete questionnaires of submissions: nothing in them changes until it is revoked.',
  body: v.object({
    project_id: Id,
    time_period_id: Id,
    accepted_questionnaires: describe(
      'What to accept; null for everything that is ready.',
      v.nullable(
        v.pipe(v.array(v.object(QuestionnaireOfSubmission)), v.minLength(1), v.maxLength(MAX_PAGE_ROWS))
      )
    )
  }),
  reply: v.object({
    accepted_count: describe('Questionnaires that this call has accepted.', IdOrZero),
    left_out: describe(
      'Named questionnaires that cannot be accepted now, with their state.',
      v.array(v.object({ ...QuestionnaireOfSubmission, acceptance_state: AcceptanceState }))
    )
  })
})

export const revokeAcceptance = endpoint({
  method: 'POST',
  path: 'acceptances/revoke',
  access: 'admin',
  isAddition: true,
  audits: ['acceptance_revoked'],
  summary: 'Revokes the acceptance of a questionnaire of a submission. Published editions stay as they are.',
  body: v.object({ ...QuestionnaireOfSubmission, reason_text: ActReason }),
  reply: v.object({ ...QuestionnaireOfSubmission, revoked_at: Timestamp })
})
