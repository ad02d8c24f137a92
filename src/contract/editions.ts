import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { MAX_LONG_SECONDS } from './limits.ts'
import { Id, IdOrZero, QueryId, Timestamp } from './fields.ts'

/** Published figures of a project and period. */
export const Edition = v.object({
  edition_number: Id,
  published_at: Timestamp,
  /** Null where the publication date did it. */
  published_by: v.nullable(v.string()),
  submission_count: IdOrZero
})
export type Edition = v.InferOutput<typeof Edition>

/** Why no edition can be published now. */
export const EditionRefusal = v.picklist([
  'collection_open',
  'no_figures',
  'nothing_changed',
  /** Members of a strict project could tell whose figures changed. */
  'too_few_changed'
])
export type EditionRefusal = v.InferOutput<typeof EditionRefusal>

export const listEditions = endpoint({
  method: 'GET',
  path: 'editions/',
  access: 'admin',
  maxSeconds: MAX_LONG_SECONDS,
  summary: 'The published editions of a project and period, and what the next one would contain.',
  query: v.object({ project_id: QueryId, time_period_id: QueryId }),
  reply: v.object({
    /** Newest first. */
    editions: v.array(Edition),
    next: v.object({
      edition_number: Id,
      /** All that take part, and those with figures in complete sections. */
      submission_count: IdOrZero,
      complete_count: IdOrZero,
      /** Organisations whose figures changed since the newest edition; null for the first one. */
      changed_organisation_count: v.nullable(IdOrZero),
      minimum_count: Id,
      refusal: v.nullable(EditionRefusal)
    })
  })
})

export const publishEdition = endpoint({
  method: 'POST',
  path: 'editions/',
  access: 'admin',
  maxSeconds: MAX_LONG_SECONDS,
  summary: 'Publishes the figures of a project and period as they are now.',
  body: v.object({
    project_id: Id,
    time_period_id: Id,
    /** The number that the admin was shown: of two who publish at once, one makes the edition. */
    edition_number: Id
  }),
  reply: Edition
})
