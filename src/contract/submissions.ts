import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdOrZero, Name, ParamId, QueryId, queryLimit } from './fields.ts'
import { MAX_SUBMISSIONS } from './limits.ts'

export const Submission = v.object({
  id: Id,
  name: v.string(),
  submission_code: v.string(),
  organisation_id: Id,
  project_id: Id,
  time_period_id: Id,
  scope_id: v.nullable(Id),
  /** The same unit over the periods: trends and saved peer groups follow it. */
  lineage_id: IdOrZero
})
export type Submission = v.InferOutput<typeof Submission>

const SubmissionQuery = v.object({
  project_id: v.optional(QueryId),
  organisation_id: v.optional(QueryId),
  time_period_id: v.optional(QueryId),
  limit: queryLimit(MAX_SUBMISSIONS)
})

export const listSubmissions = endpoint({
  method: 'GET',
  path: 'submissions',
  access: 'viewer',
  summary: 'Submissions that the caller can open.',
  query: SubmissionQuery,
  reply: v.object({ submissions: describe('Submissions.', v.array(Submission)) })
})

export const listOrganisationSubmissions = endpoint({
  method: 'GET',
  path: 'submissions/organisation-submissions',
  access: 'viewer',
  summary: 'Submissions grouped by organisation.',
  query: SubmissionQuery,
  reply: v.object({
    organisation_submissions: v.array(
      v.object({ id: Id, organisation_name: v.string(), submission_list: v.array(Submission) })
    )
  })
})

export const createSubmission = endpoint({
  method: 'POST',
  path: 'submissions',
  access: 'lead',
  summary: 'Creates a submission of an organisation in a project and period.',
  body: v.object({
    project_id: Id,
    time_period_id: Id,
    organisation_id: Id,
    name: Name(),
    scope_id: v.optional(v.nullable(Id)),
    lineage_id: v.optional(v.nullable(Id))
  }),
  reply: Submission
})

export const updateSubmission = endpoint({
  method: 'PUT',
  path: 'submissions/{id}',
  access: 'lead',
  summary: 'Renames a submission, moves it to another scope, or sets the lineage that it continues.',
  params: ParamId,
  body: v.object({
    name: Name(),
    scope_id: v.optional(Id),
    /** null: it continues no earlier submission, so its trend starts here. */
    lineage_id: v.optional(v.nullable(Id))
  }),
  reply: Submission
})
