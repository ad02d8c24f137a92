import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { endpoint } from './endpoint.ts'
import { Id, QueryId } from './fields.ts'
import { PUBLIC_READS } from './rate-limits.ts'

export const Organisation = v.object({
  id: Id,
  organisation_name: v.string(),
  organisation_code: describe('Short code of the organisation.', v.string()),
  organisation_type: describe('Kind of organisation.', v.string()),
  region: describe('Region of the organisation.', v.string())
})
export type Organisation = v.InferOutput<typeof Organisation>

/** Open, because the registration form and the organisation page search it before anyone is logged in (product 5 and 17). */
export const listOrganisations = endpoint({
  method: 'GET',
  path: 'organisations/',
  access: 'open',
  rateLimits: PUBLIC_READS,
  summary: 'The organisations of a programme, by name.',
  query: v.object({ programme_id: QueryId }),
  reply: v.object({ organisations: describe('Organisations.', v.array(Organisation)) })
})
