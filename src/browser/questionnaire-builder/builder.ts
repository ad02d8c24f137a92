// The questionnaire being built, as the server has it, and the list of the project's questionnaires.

import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { isOffered } from '#browser/api/offered.ts'
import type { ProjectPeriod } from '#browser/stores/collection/project-period.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { getStructure, listStructures, type Structure } from '#contract/questionnaire-structures.ts'
import type { Result } from '#lib/result.ts'
import { listByParts, readByParts } from './structure-by-parts.ts'

export type StructureList = ReplyOf<typeof listStructures>

export const $structures = loadableStore<StructureList>()
export const $structure = loadableStore<Structure>()

let scope: ProjectPeriod = { projectId: 0, timePeriodId: 0 }
let questionnaireId = 0

export function loadStructures(wanted: ProjectPeriod): Promise<void> {
  scope = wanted
  return $structures.load(String(wanted.projectId), () => readStructures(wanted))
}

/** After a change to the list of a project. */
export const reloadStructures = (wanted: ProjectPeriod): Promise<void> =>
  $structures.reload(String(wanted.projectId), () => readStructures(wanted))

async function readStructures(wanted: ProjectPeriod): Promise<Result<StructureList>> {
  const result = await call(listStructures, { query: { project_id: wanted.projectId } })
  return isOffered(listStructures) ? result : listByParts(wanted)
}

/** Loads a whole questionnaire. */
export function loadStructure(wanted: number): Promise<void> {
  questionnaireId = wanted
  return $structure.load(String(wanted), () => fetchStructure(wanted))
}

/** If it fails, the current content stays. */
export const reloadStructure = (): Promise<void> =>
  $structure.reload(String(questionnaireId), () => fetchStructure(questionnaireId))

async function fetchStructure(wanted: number): Promise<Result<Structure>> {
  const whole = await call(getStructure, { params: { id: wanted } })
  return isOffered(getStructure) ? whole : readByParts(wanted, scope)
}

export async function reloadAll(): Promise<void> {
  await Promise.all([reloadStructure(), reloadStructures(scope)])
}

/** The current content; null if there is none. */
export function shownStructure(): Structure | null {
  const structure = $structure.get()
  return structure.state === 'ready' ? structure.value : null
}

/** Clears everything. */
export function resetBuilder(): void {
  scope = { projectId: 0, timePeriodId: 0 }
  questionnaireId = 0
  $structures.reset()
  $structure.reset()
}
