import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Id, IdOrZero, Percent, QueryId, Timestamp } from './fields.ts'

export const ProjectStatus = v.picklist(['upcoming', 'registration', 'collection', 'validation', 'published', 'closed'])
export type ProjectStatus = v.InferOutput<typeof ProjectStatus>

export const ExplorerType = v.object({ explorer_type: v.string(), label: v.string() })
export type ExplorerType = v.InferOutput<typeof ExplorerType>

/** A project as its member sees it in a period; dates and counts are the caller's organisation's where they can differ. */
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

export const listProjects = endpoint({
  method: 'GET',
  path: 'projects/programmeProjectStatus/',
  access: 'viewer',
  summary: 'The projects of a programme with their state in a period, seen from the caller’s organisation.',
  query: v.object({ programme_id: QueryId, time_period_id: QueryId }),
  reply: v.object({ projects: v.array(ProjectSummary) })
})
