// Published editions as data packages (docs/decisions/0059).

import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdOrZero, QueryId, Timestamp, ProjectPeriodQuery } from './fields.ts'
import { MAX_LONG_SECONDS } from './limits.ts'

/** An edition as a file. */
export const Release = v.object({
  edition_number: Id,
  published_at: Timestamp,
  file_name: v.string(),
  /** Null until it is requested for the first time. */
  size_bytes: v.nullable(IdOrZero),
  citation: describe('How to cite the data.', v.string())
})
export type Release = v.InferOutput<typeof Release>

const ofPeriod = { ...ProjectPeriodQuery }

export const listReleases = endpoint({
  method: 'GET',
  path: 'releases/',
  access: 'viewer',
  isAddition: true,
  summary: 'The published editions of a project and period that can be downloaded.',
  query: v.object(ofPeriod),
  reply: v.object({
    releases: describe('Releases of published editions, newest first.', v.array(Release))
  })
})

export const downloadRelease = endpoint({
  method: 'GET',
  path: 'releases/file',
  access: 'viewer',
  isAddition: true,
  maxSeconds: MAX_LONG_SECONDS,
  summary:
    'An edition as a Data Package: a zip archive of its figures and what they are calculated from. The first request makes it, and later ones get the same bytes.',
  query: v.object({ ...ofPeriod, edition_number: QueryId }),
  reply: 'file'
})
