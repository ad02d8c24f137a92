// The published editions of a project and period as files.

import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { callFile } from '#browser/api/send-call.ts'
import { downloadFile } from '#browser/stores/downloads.ts'
import { downloadRelease, listReleases, type Release } from '#contract/releases.ts'
import { mapResult } from '#lib/result.ts'

export interface PublicationScope {
  project_id: number
  time_period_id: number
}

export const $releases = loadableStore<readonly Release[]>()

export const loadReleases = (scope: PublicationScope): Promise<void> =>
  $releases.load(`${scope.project_id}/${scope.time_period_id}`, async () =>
    mapResult(await call(listReleases, { query: scope }), reply => reply.releases)
  )

export const saveRelease = (scope: PublicationScope, { edition_number, file_name }: Release): Promise<void> =>
  downloadFile(file_name, file_name, (onProgress, signal) =>
    callFile(downloadRelease, { query: { ...scope, edition_number } }, { onProgress, signal })
  )
