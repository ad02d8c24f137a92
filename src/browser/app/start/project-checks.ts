// Checks that only project addresses need, loaded with the first of them. Spec 2, validate: the project must
// exist and have the explorer in the address (product 9 and 18).

import type { ReadableAtom } from 'nanostores'
import type { Loadable } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { parseId, parseIds, type RouteParams } from '#browser/app/route.ts'
import { $projects } from '#browser/stores/projects.ts'
import { $session } from '#browser/stores/session.ts'
import { getMetaData, listOutputTypes } from '#contract/charts.ts'
import { getQuestionnaire, getSectionQuestions, listSections } from '#contract/questionnaires.ts'
import { getCompletion } from '#contract/section-submissions.ts'
import { ok, type Result } from '#lib/result.ts'

type Settled<T> = Exclude<Loadable<T>, { state: 'loading' }>

/** Waits until a store has loaded or failed; stale content counts if it is enough. */
function whenSettled<T>(
  store: ReadableAtom<Loadable<T>>,
  isEnough: (value: T) => boolean
): Promise<Settled<T>> {
  return new Promise(resolve => {
    const stop = store.subscribe(value => {
      if (value.state === 'loading') return
      if (value.state === 'ready' && value.stale && !isEnough(value.value)) return
      // The first value comes before `subscribe` has returned.
      queueMicrotask(() => stop())
      resolve(value)
    })
  })
}

/** Preloads the data that the address needs. The screen's own requests share these replies. */
export function askAhead({ projectcode, ids, id }: RouteParams): void {
  const [questionnaire_id, submission_id, sid] = parseIds(ids, 3) ?? []
  if (questionnaire_id && submission_id && sid) {
    const input = { params: { id: questionnaire_id }, query: { submission_id } }
    void call(getQuestionnaire, input)
    void call(listSections, input)
    void call(getSectionQuestions, {
      params: { id: questionnaire_id, sid },
      query: { submission_id, is_watching: true }
    })
    void call(getCompletion, { query: { submission_id, questionnaire_id } })
  }
  const chart_id = parseId(id)
  if (projectcode !== undefined && chart_id !== null) {
    void call(listOutputTypes, { params: { id: chart_id } })
    void call(getMetaData, { query: { chart_id } })
  }
}

/** If the list cannot be loaded, assume that the project exists; the screen reports the failure. */
async function hasProject(
  matches: (project: {
    project_id: number
    project_code: string
    explorer_types: { explorer_type: string }[]
  }) => boolean
) {
  // A project that is not in the cache may be new.
  const projects = await whenSettled($projects, known => known.some(matches))
  return projects.state === 'failed' || projects.value.some(matches)
}

/** The address of a project, or of its explorer, exists only if they do. */
export const isPageOfProject = (projectCode: string, explorerType: string | undefined): Promise<boolean> =>
  hasProject(
    project =>
      project.project_code === projectCode &&
      (explorerType === undefined ||
        project.explorer_types.some(explorer => explorer.explorer_type === explorerType))
  )

/** Sections that were found in their project, so that they are checked once. */
const foundSections = new Set<string>()

/** A section exists only below the path of its own project. */
export async function isSectionOfProject(projectCode: string, ids: string): Promise<boolean> {
  const name = `${$session.get().user?.sub}/${projectCode}/${ids}`
  if (foundSections.has(name)) return true
  const located = await locateSection(ids)
  // Without a reply, assume that the section exists; the screen reports the failure.
  if (!located.ok) return located.status !== 404
  const isFound =
    located.value.hasSection &&
    (await hasProject(
      project => project.project_code === projectCode && project.project_id === located.value.projectId
    ))
  if (isFound) foundSections.add(name)
  return isFound
}

async function locateSection(ids: string): Promise<Result<{ projectId: number; hasSection: boolean }>> {
  const [id = 0, submission_id = 0, sectionId = 0] = parseIds(ids, 3) ?? []
  const input = { params: { id }, query: { submission_id } }
  const [questionnaire, list] = await Promise.all([call(getQuestionnaire, input), call(listSections, input)])
  if (!questionnaire.ok) return questionnaire
  if (!list.ok) return list
  const hasSection = list.value.sections.some(section => section.section_id === sectionId)
  return ok({ projectId: questionnaire.value.project_id, hasSection })
}

/** Adds the project's name to the title, so that two tabs can be told apart. */
export function projectTitle(name: string, projectCode: string): string {
  const projects = $projects.get()
  const found =
    projects.state === 'ready'
      ? projects.value.find(project => project.project_code === projectCode)
      : undefined
  return [name, found?.project_name].filter(Boolean).join(', ')
}
