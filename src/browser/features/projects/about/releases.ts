// The published editions of a project and period as files.

import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { callFile } from '#browser/api/send-call.ts'
import { downloadFile } from '#browser/stores/downloads.ts'
import { downloadRelease, listReleases, type Release } from '#contract/releases.ts'
import { mapResult, type Result } from '#lib/result.ts'

export interface PublicationScope {
  project_id: number
  time_period_id: number
}

export const $releases = loadableStore<readonly Release[]>()

export const publicationKey = ({ project_id, time_period_id }: PublicationScope): string =>
  `${project_id}/${time_period_id}`

const readReleases = async (scope: PublicationScope): Promise<Result<readonly Release[]>> =>
  mapResult(await call(listReleases, { query: scope }), reply => reply.releases)

export const loadReleases = (scope: PublicationScope): Promise<void> =>
  $releases.load(publicationKey(scope), () => readReleases(scope))

/** After a new edition. */
export const reloadReleases = (scope: PublicationScope): Promise<void> =>
  $releases.reload(publicationKey(scope), () => readReleases(scope))

export const saveRelease = (scope: PublicationScope, { edition_number, file_name }: Release): Promise<void> =>
  downloadFile(file_name, file_name, (onProgress, signal) =>
    callFile(downloadRelease, { query: { ...scope, edition_number } }, { onProgress, signal })
  )
