import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdOrZero, ParamId, Percent, QueryId, QueryIdOrZero, Timestamp } from './fields.ts'

export const ProjectStatus = v.picklist([
  'upcoming',
  'registration',
  'collection',
  'validation',
  'published',
  'closed'
])
export type ProjectStatus = v.InferOutput<typeof ProjectStatus>

/** What members see of each other’s figures: with names, without names, averages only. */
export const Visibility = v.picklist(['named', 'anonymous', 'aggregate'])
export type Visibility = v.InferOutput<typeof Visibility>

/** When members of a named project see each other's figures: once they are completed, after data collection, or once they are published. */
export const OthersVisibleFrom = v.picklist(['collection', 'validation', 'publication'])
export type OthersVisibleFrom = v.InferOutput<typeof OthersVisibleFrom>

export const ExplorerType = v.object({
  explorer_type: describe('A view of the results, such as results or trends.', v.string()),
  label: describe('What it is called on screen.', v.string())
})
export type ExplorerType = v.InferOutput<typeof ExplorerType>

/**
 * A project as a member sees it in a period. Registration, counts and percent are those of the named organisation, or else of the caller's own;
 * without either they are empty.
 */
export const ProjectSummary = v.object({
  project_id: Id,
  project_code: describe('Short code of the project, as in its addresses.', v.string()),
  project_name: v.string(),
  summary: describe('A few sentences about it.', v.string()),
  project_status: describe('Project status in this period.', ProjectStatus),
  registration_opens_at: describe('The start of registration; null if none is set.', v.nullable(Timestamp)),
  registration_closes_at: describe(
    'The end of registration, at the latest that of the project; null if none is set.',
    v.nullable(Timestamp)
  ),
  collection_opens_at: describe('The start of data collection; null if none is set.', v.nullable(Timestamp)),
  collection_closes_at: describe('The end of data collection; null if none is set.', v.nullable(Timestamp)),
  published_at: describe(
    'When results are, or were, published; null if no time is set.',
    v.nullable(Timestamp)
  ),
  /** Missing in replies of earlier API versions. */
  is_published: v.exactOptional(
    describe('Whether the period has an edition; its date may pass before it has one.', v.boolean())
  ),
  is_favorite: describe('Whether the caller has marked the project as a favourite.', v.boolean()),
  registration_id: v.nullable(Id),
  registration_status: describe(
    'Whether the organisation takes part; null if it has not answered.',
    v.nullable(v.picklist(['draft', 'registered', 'withdrawn']))
  ),
  submission_count: describe('Number of submissions.', IdOrZero),
  completion_percent: Percent,
  /** Missing in replies of earlier API versions. */
  open_section_count: v.exactOptional(
    describe('Sections of the organisation’s submissions that are not marked complete.', IdOrZero)
  ),
  /** Missing in replies of earlier API versions. */
  open_query_count: v.exactOptional(
    describe('Questions from the programme that the organisation has not answered.', IdOrZero)
  ),
  /** Missing in replies of earlier API versions. */
  open_query_due_at: v.exactOptional(
    describe('When the first of these questions is due; null if none has a date.', v.nullable(Timestamp))
  ),
  explorer_types: describe(
    'Views of the results that the programme has.',
    v.optional(v.array(ExplorerType), [])
  )
})
export type ProjectSummary = v.InferOutput<typeof ProjectSummary>

export const ProjectContact = v.object({
  contact_name: v.string(),
  email_address: v.string(),
  contact_role: describe('What the contact is responsible for.', v.string())
})

export const listProjects = endpoint({
  method: 'GET',
  path: 'projects/programmeProjectStatus/',
  access: 'viewer',
  summary:
    'The projects of a programme with their state in a period, for the caller’s organisation or, for admins, the given one.',
  query: v.object({
    programme_id: QueryId,
    time_period_id: describe(
      'The period; 0 for the newest, which pages show unless another is chosen.',
      QueryIdOrZero
    ),
    organisation_id: v.optional(QueryId)
  }),
  reply: v.object({
    projects: describe('Projects.', v.array(ProjectSummary)),
    time_period_id: describe('The period of the reply.', v.exactOptional(Id))
  })
})

/** Also accepts the project's code as its id (product 10). */
export const getProject = endpoint({
  method: 'GET',
  path: 'projects/{id}/',
  access: 'viewer',
  summary: 'One project by id or code, with contacts and participation.',
  params: v.object({ id: v.union([QueryId, v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,59}$/))]) }),
  query: v.object({ time_period_id: v.optional(QueryId) }),
  reply: v.object({
    ...ProjectSummary.entries,
    time_period_id: Id,
    minimum_count: Id,
    visibility: describe('Who sees what of others: by name, anonymous, or only averages.', Visibility),
    others_visible_from: describe('When others’ figures become visible.', OthersVisibleFrom),
    requires_acceptance: describe(
      'Whether editions hold only figures that an admin has accepted.',
      v.exactOptional(v.boolean())
    ),
    edition: describe(
      'The published figures of the period; null until they are published.',
      v.nullable(v.object({ edition_number: Id, published_at: Timestamp }))
    ),
    project_contacts: describe('People to ask about the project.', v.array(ProjectContact)),
    participation: describe(
      'How many are registered, have started and are complete. Members of strict projects see each rounded down to a multiple of minimum_count.',
      v.object({
        registered_count: describe('Registered organisations.', IdOrZero),
        submission_count: IdOrZero,
        started_count: describe('Submissions with at least one answer.', IdOrZero),
        complete_count: IdOrZero
      })
    )
  })
})

export const addFavourite = endpoint({
  method: 'POST',
  path: 'projectFavorite/{id}',
  access: 'viewer',
  summary: 'Stars a project for the caller.',
  params: ParamId,
  reply: v.object({ project_id: Id, is_favorite: v.boolean() })
})

export const removeFavourite = endpoint({
  method: 'DELETE',
  path: 'projectFavorite/{id}',
  access: 'viewer',
  summary: 'Removes the caller’s star from a project.',
  params: ParamId,
  reply: v.object({ project_id: Id, is_favorite: v.boolean() })
})
