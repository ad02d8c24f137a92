import { atom } from 'nanostores'
import { settled, type Loadable } from '#lib/loadable.ts'
import { call } from '#api/call.ts'
import { MAX_LIST_ROWS } from '#contract/limits.ts'
import { listProjectGuidances } from '#contract/project-texts.ts'
import type { ReplyOf } from '#contract/endpoint.ts'

export type ProjectGuidance = ReplyOf<typeof listProjectGuidances>['project_guidances'][number]

export const $projectGuidances = atom<Loadable<ProjectGuidance[]>>({ state: 'loading' })
let wantedProjectId = 0

export async function loadProjectGuidances(projectId: number): Promise<void> {
  wantedProjectId = projectId
  $projectGuidances.set({ state: 'loading' })
  const result = await call(listProjectGuidances, { query: { project_id: projectId, limit: MAX_LIST_ROWS } })
  // Another project was opened meanwhile.
  if (wantedProjectId === projectId) $projectGuidances.set(settled(result, reply => reply.project_guidances))
}
