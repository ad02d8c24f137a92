import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdOrZero, Timestamp, PageQuery, ProjectPeriodQuery } from './fields.ts'
import { MAX_LARGE_REPLY_BYTES } from './limits.ts'
import { SectionStatus } from './questionnaires.ts'
import { RegistrationStatus } from './registrations.ts'

/** One section over all submissions of a row. */
const ProgressSection = v.object({
  section_id: Id,
  submission_id: describe('The submission that is furthest behind in this section.', Id),
  status: SectionStatus,
  applicable_count: describe('Answers that are required or given.', IdOrZero),
  answered_count: describe('Valid answers.', IdOrZero),
  is_empty: describe(
    'Whether nothing to report was declared for the section in every submission of the row.',
    v.exactOptional(v.boolean())
  ),
  warning_count: describe(
    'Figures outside of the expected range. Counted when a section is saved; 0 for sections last saved by an earlier version.',
    IdOrZero
  )
})

/** How far an organisation, or one of its submissions, is in a project and period. */
export const OrganisationProgress = v.object({
  organisation_id: Id,
  organisation_name: v.string(),
  submission_id: describe('Null where the row is about all submissions of an organisation.', v.nullable(Id)),
  submission_name: v.nullable(v.string()),
  submission_count: IdOrZero,
  registration_status: v.nullable(RegistrationStatus),
  filter_options: describe(
    'Filter options of the submissions.',
    v.array(v.object({ filter_id: Id, option_name: v.string() }))
  ),
  last_activity_at: describe('When a section was last saved; null if never.', v.nullable(Timestamp)),
  reminded_at: describe('When someone was last sent a reminder; null if never.', v.nullable(Timestamp)),
  lead_name: describe(
    'The lead who logged in last; null without a lead, and for members.',
    v.nullable(v.string())
  ),
  last_login_at: describe(
    'When a lead last logged in; null if never, and for members.',
    v.nullable(Timestamp)
  ),
  section_progress: describe('Sections that apply, in order.', v.array(ProgressSection))
})
export type OrganisationProgress = v.InferOutput<typeof OrganisationProgress>
export type ProgressSection = OrganisationProgress['section_progress'][number]

export const listOrganisationProgress = endpoint({
  method: 'GET',
  path: 'organisationProgress/',
  access: 'viewer',
  isAddition: true,
  maxReplyBytes: MAX_LARGE_REPLY_BYTES,
  summary:
    'How far data collection is, section by section: of each organisation for admins, of each submission of the caller’s organisation for members.',
  query: v.object({
    ...ProjectPeriodQuery,
    ...PageQuery
  }),
  reply: v.object({
    organisations: describe('How far each organisation is, by name.', v.array(OrganisationProgress)),
    total: IdOrZero,
    registered_count: describe('Rows of organisations with a confirmed registration.', IdOrZero),
    started_count: describe('Rows in which someone has answered.', IdOrZero),
    completed_count: describe('Rows with every section complete or signed off.', IdOrZero),
    signed_off_count: describe('Rows with every section signed off.', IdOrZero),
    section_list: describe(
      'Sections of all rows, in order.',
      v.array(v.object({ section_id: Id, section_name: v.string(), questionnaire_id: Id }))
    ),
    filter_list: describe(
      'Filters of which a row has options.',
      v.array(v.object({ filter_id: Id, filter_name: v.string() }))
    )
  })
})
