// The operations that an API key may call; all others are refused. The type rejects operations that write.

import { KeyScope } from './api-keys.ts'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'

type Endpoints = typeof endpoints

/** A GET with a secret reply creates the secret, so it writes. */
type ReadingName = {
  [Name in keyof Endpoints]: Endpoints[Name] extends { hasSecret: true }
    ? never
    : Endpoints[Name] extends { method: 'GET' } | { onlyReads: true }
      ? Name
      : never
}[keyof Endpoints]

const ANY_SCOPE = KeyScope.options

/** The scopes of each operation; one of them is enough. */
const scopesByName: { readonly [Name in ReadingName]?: readonly KeyScope[] } = {
  // Calls that find the ids for the others.
  listProjects: ANY_SCOPE,
  listTimePeriods: ANY_SCOPE,
  listOrganisations: ANY_SCOPE,
  listSubmissions: ANY_SCOPE,

  listQuestionnaires: ['answers:read', 'completion:read'],
  countExportableAnswers: ['answers:read'],
  exportAnswers: ['answers:read'],

  getCompletion: ['completion:read'],
  listOrganisationProgress: ['completion:read'],

  listCollections: ['charts:read'],
  getCollectionHierarchy: ['charts:read'],
  listCharts: ['charts:read'],
  getChart: ['charts:read'],
  getMetaData: ['charts:read'],
  listOutputTypes: ['charts:read'],
  listFilterOptions: ['charts:read'],
  listSeriesOptions: ['charts:read'],
  getChartData: ['charts:read']
}

const scopesByEndpoint = new Map<Endpoint, readonly KeyScope[]>(
  Object.entries(scopesByName).map(([name, scopes]) => [endpoints[name as ReadingName], scopes])
)

/** The scopes of which a key needs one to call an operation; none if keys may not call it. */
export const keyScopesOf = (endpoint: Endpoint): readonly KeyScope[] => scopesByEndpoint.get(endpoint) ?? []
