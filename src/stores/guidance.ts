import { loadableStore } from '#lib/loadable.ts'
import { mapResult } from '#lib/result.ts'
import { call } from '#api/call.ts'
import { MAX_LIST_ROWS } from '#contract/limits.ts'
import { listProjectGuidances } from '#contract/project-texts.ts'
import type { ReplyOf } from '#contract/endpoint.ts'

export type ProjectGuidance = ReplyOf<typeof listProjectGuidances>['project_guidances'][number]

export const $projectGuidances = loadableStore<ProjectGuidance[]>()

export const loadProjectGuidances = (projectId: number): Promise<void> =>
  $projectGuidances.load(String(projectId), async () =>
    mapResult(
      await call(listProjectGuidances, { query: { project_id: projectId, limit: MAX_LIST_ROWS } }),
      reply => reply.project_guidances
    )
  )
