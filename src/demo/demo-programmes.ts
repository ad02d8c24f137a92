import { MINIMUM_PEERS } from '#contract/limits.ts'
import type { Programme } from '#server/http/programme.ts'

const explorerTypes = [
  { explorer_type: 'results', label: 'Results' },
  { explorer_type: 'trends', label: 'Trends' }
]

const demo = (programmeId: number, code: string, programmeName: string): Programme => ({
  programmeId,
  code,
  programmeName,
  minimumPeerCount: MINIMUM_PEERS,
  // Where `npm start` and `npm run dev` serve the sites unless they are told otherwise; and any other local port.
  origins: [`http://${code}.localhost:4321`, `http://${code}.localhost:*`, 'http://localhost:*'],
  explorerTypes
})

/** What the API serves when it is started alone and told nothing. */
export const demoProgrammes: readonly Programme[] = [
  demo(1, 'wards', 'National Inpatient Network'),
  demo(2, 'libraries', 'University Library Consortium'),
  demo(3, 'councils', 'Council Services Benchmarking Club')
]
