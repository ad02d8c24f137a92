import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Id, IdOrZero, ParamId, Percent, QueryId, Timestamp } from './fields.ts'

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

/** From when members of a named project see each other's figures: as they are completed, after data collection, or when they are published. */
export const OthersVisibleFrom = v.picklist(['collection', 'validation', 'publication'])
export type OthersVisibleFrom = v.InferOutput<typeof OthersVisibleFrom>

export const ExplorerType = v.object({ explorer_type: v.string(), label: v.string() })
export type ExplorerType = v.InferOutput<typeof ExplorerType>

/**
 * A project as its member sees it in a period. Registration, counts and percent are of the organisation that is named, else of the caller's own;
 * of nobody's where there is neither.
 */
export const ProjectSummary = v.object({
  project_id: Id,
  project_code: v.string(),
  project_name: v.string(),
  summary: v.string(),
  project_status: ProjectStatus,
  registration_opens_at: v.nullable(Timestamp),
  registration_closes_at: v.nullable(Timestamp),
  collection_opens_at: v.nullable(Timestamp),
  collection_closes_at: v.nullable(Timestamp),
  published_at: v.nullable(Timestamp),
  is_favorite: v.boolean(),
  registration_id: v.nullable(Id),
  registration_status: v.nullable(v.picklist(['draft', 'registered', 'withdrawn'])),
  submission_count: IdOrZero,
  completion_percent: Percent,
  explorer_types: v.array(ExplorerType)
})
export type ProjectSummary = v.InferOutput<typeof ProjectSummary>

export const ProjectContact = v.object({
  contact_name: v.string(),
  email_address: v.string(),
  contact_role: v.string()
})

export const listProjects = endpoint({
  method: 'GET',
  path: 'projects/programmeProjectStatus/',
  access: 'viewer',
  summary:
    'The projects of a programme with their state in a period, for the caller’s organisation or, for admins, the given one.',
  query: v.object({ programme_id: QueryId, time_period_id: QueryId, organisation_id: v.optional(QueryId) }),
  reply: v.object({ projects: v.array(ProjectSummary) })
})

/** The id may be the project's code as well (product 10). */
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
    visibility: Visibility,
    others_visible_from: OthersVisibleFrom,
    /** The published figures of the period; null until they are published. */
    edition: v.nullable(v.object({ edition_number: Id, published_at: Timestamp })),
    project_contacts: v.array(ProjectContact),
    participation: v.object({
      registered_count: IdOrZero,
      submission_count: IdOrZero,
      started_count: IdOrZero,
      complete_count: IdOrZero
    })
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
