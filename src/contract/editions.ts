import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdOrZero, Timestamp, ProjectPeriodQuery } from './fields.ts'
import { MAX_LONG_SECONDS } from './limits.ts'

/** Published figures of a project and period. */
export const Edition = v.object({
  edition_number: describe('Counts the editions of published figures, from 1.', Id),
  published_at: Timestamp,
  published_by: describe(
    'Name of the person who published the edition; null where its publication date did.',
    v.nullable(v.string())
  ),
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

const FiguresDigest = describe(
  'Digest of the figures that would be published. Send it back to publish them. If anyone has changed them since, the call is refused.',
  v.pipe(v.string(), v.maxLength(64))
)

export const listEditions = endpoint({
  method: 'GET',
  path: 'editions/',
  access: 'admin',
  isAddition: true,
  maxSeconds: MAX_LONG_SECONDS,
  summary: 'The published editions of a project and period, and what the next one would contain.',
  query: v.object({ ...ProjectPeriodQuery }),
  reply: v.object({
    editions: describe('Editions of published figures, newest first.', v.array(Edition)),
    next: v.object({
      edition_number: Id,
      /** All that take part, and those with figures in complete sections or of complete cases. */
      submission_count: IdOrZero,
      complete_count: describe('Submissions with figures to publish.', IdOrZero),
      changed_organisation_count: describe(
        'Organisations whose figures changed since the newest edition; null before the first.',
        v.nullable(IdOrZero)
      ),
      minimum_count: Id,
      figures_digest: FiguresDigest,
      refusal: describe('Why no edition can be published now; null if one can.', v.nullable(EditionRefusal))
    })
  })
})

export const publishEdition = endpoint({
  method: 'POST',
  path: 'editions/',
  access: 'admin',
  isAddition: true,
  audits: ['edition_published'],
  maxSeconds: MAX_LONG_SECONDS,
  summary: 'Publishes the figures of a project and period that the caller was shown.',
  body: v.object({
    project_id: Id,
    time_period_id: Id,
    /** The number that the admin saw, so that two concurrent calls publish only one edition. */
    edition_number: Id,
    figures_digest: FiguresDigest
  }),
  reply: Edition
})
