import { loadableStore } from '#browser/api/cache/loadable.ts'
import { call } from '#browser/api/call.ts'
import { getProject } from '#contract/projects.ts'
import type { Visibility } from '#contract/projects.ts'
import { mapResult } from '#lib/result.ts'

/** What members of the project see of each other, and of how many at least. */
export interface Disclosure {
  visibility: Visibility
  minimumCount: number
}

export const $disclosure = loadableStore<Disclosure>()

export const loadDisclosure = (projectId: number): Promise<void> =>
  $disclosure.load(String(projectId), async () =>
    mapResult(await call(getProject, { params: { id: String(projectId) }, query: {} }), project => ({
      visibility: project.visibility,
      minimumCount: project.minimum_count
    }))
  )
