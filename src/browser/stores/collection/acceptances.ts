// What the programme has accepted, for admins: read as a whole, accepted and revoked.

import { readAllPages } from '#browser/api/all-pages.ts'
import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { projectPeriodScope, type ProjectPeriod } from '#browser/stores/collection/project-period.ts'
import {
  acceptSubmissions,
  listAcceptances,
  revokeAcceptance,
  type Acceptance
} from '#contract/acceptances.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { MAX_PAGE_ROWS } from '#contract/limits.ts'
import { mapResult, type Result } from '#lib/result.ts'

export type Acceptances = ReplyOf<typeof listAcceptances>

export const $acceptances = loadableStore<Acceptances>()
/** What the next edition would leave out, and what it would hold despite unresolved queries. */
export const $leftOut = loadableStore<Acceptances & { queried: readonly Acceptance[] }>()

const acceptancesKey = ({ projectId, timePeriodId }: ProjectPeriod): string => `${projectId}/${timePeriodId}`

export const loadAcceptances = (period: ProjectPeriod): Promise<void> =>
  $acceptances.load(acceptancesKey(period), () => readAcceptances(period))

/** After a change to them. */
export const reloadAcceptances = (period: ProjectPeriod): Promise<void> =>
  $acceptances.reload(acceptancesKey(period), () => readAcceptances(period))

export const loadLeftOut = (period: ProjectPeriod, how: 'load' | 'reload' = 'load'): Promise<void> =>
  $leftOut[how](acceptancesKey(period), async () => {
    const [leftOut, queried] = await Promise.all([
      readAcceptances(period, { is_left_out: true }),
      readAcceptances(period, { has_unresolved_queries: true })
    ])
    if (!leftOut.ok) return leftOut
    return mapResult(queried, ({ requires_acceptance, acceptances }) => ({
      ...leftOut.value,
      // Earlier API versions do not know the filter.
      queried: acceptances.filter(
        row => row.query_count > 0 && (!requires_acceptance || row.acceptance_state === 'accepted')
      )
    }))
  })

export const reloadLeftOut = (period: ProjectPeriod): Promise<void> => loadLeftOut(period, 'reload')

const readAcceptances = (
  period: ProjectPeriod,
  only: { is_left_out?: true; has_unresolved_queries?: true } = {}
): Promise<Result<Acceptances>> =>
  readAllPages('acceptances', offset => {
    const query = { ...projectPeriodScope(period), ...only, limit: MAX_PAGE_ROWS, offset }
    return call(listAcceptances, { query })
  })

export const acceptanceCount = (
  { state_counts }: Acceptances,
  state: Acceptance['acceptance_state']
): number => state_counts.find(({ acceptance_state }) => acceptance_state === state)?.state_count ?? 0

/** Accepts one questionnaire, or everything that is ready. */
export async function accept(
  period: ProjectPeriod,
  row: Acceptance | null
): Promise<Result<ReplyOf<typeof acceptSubmissions>>> {
  const body = {
    ...projectPeriodScope(period),
    accepted_questionnaires: row && [
      { submission_id: row.submission_id, questionnaire_id: row.questionnaire_id }
    ]
  }
  const result = await call(acceptSubmissions, { body })
  await reloadAcceptances(period)
  return result
}

export async function revoke(
  period: ProjectPeriod,
  { submission_id, questionnaire_id }: Acceptance,
  reason_text: string
): Promise<Result<unknown>> {
  const result = await call(revokeAcceptance, { body: { submission_id, questionnaire_id, reason_text } })
  if (result.ok) await reloadAcceptances(period)
  return result
}
