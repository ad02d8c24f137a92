// The organiser's table: how far every organisation is, section by section. Members have the same of their own submissions.

import { readAllPages } from '#browser/api/all-pages.ts'
import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { $session } from '#browser/stores/session.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { MAX_PAGE_ROWS } from '#contract/limits.ts'
import { listOrganisationProgress } from '#contract/organisation-progress.ts'
import type { Result } from '#lib/result.ts'
import { projectPeriodScope, type ProjectPeriod } from './project-period.ts'

export type CollectionProgress = ReplyOf<typeof listOrganisationProgress>

export const $collectionProgress = loadableStore<CollectionProgress>()

// Permissions differ between users, so one user's table is never shown to the next.
const progressKey = ({ projectId, timePeriodId }: ProjectPeriod): string =>
  `${$session.get().user?.sub ?? ''}/${projectId}/${timePeriodId}`

export const loadCollectionProgress = (period: ProjectPeriod): Promise<void> =>
  $collectionProgress.load(progressKey(period), () => readCollectionProgress(period))

/** After a change to it. */
export const reloadCollectionProgress = (period: ProjectPeriod): Promise<void> =>
  $collectionProgress.reload(progressKey(period), () => readCollectionProgress(period))

export const readCollectionProgress = (period: ProjectPeriod): Promise<Result<CollectionProgress>> =>
  readAllPages('organisations', offset =>
    call(listOrganisationProgress, {
      query: { ...projectPeriodScope(period), limit: MAX_PAGE_ROWS, offset }
    })
  )
