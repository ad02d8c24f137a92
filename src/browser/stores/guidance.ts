import { loadableStore, loadCached } from '#browser/api/cache/cache.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { MAX_LIST_ROWS } from '#contract/limits.ts'
import { listProjectGuidances } from '#contract/project-texts.ts'

export type ProjectGuidance = ReplyOf<typeof listProjectGuidances>['project_guidances'][number]

export const $projectGuidances = loadableStore<ProjectGuidance[]>()

export const loadProjectGuidances = (projectId: number): Promise<void> =>
  loadCached({
    store: $projectGuidances,
    key: String(projectId),
    endpoint: listProjectGuidances,
    input: { query: { project_id: projectId, limit: MAX_LIST_ROWS } },
    pick: reply => reply.project_guidances
  })
