// What only addresses of projects need, loaded with the first of them. Spec 2, validate: a project must exist, and an explorer must be one of its project's (product 9 and 18).
import type { ReadableAtom } from 'nanostores'
import type { Loadable } from '#lib/loadable.ts'
import { $projects } from '#stores/projects.ts'

/** Waits until a store holds an answer. */
function settledIn<T>(store: ReadableAtom<Loadable<T>>): Promise<Exclude<Loadable<T>, { state: 'loading' }>> {
  return new Promise(resolve => {
    const stop = store.subscribe(value => {
      if (value.state === 'loading') return
      // The first value comes before `subscribe` has returned.
      queueMicrotask(() => stop())
      resolve(value)
    })
  })
}

/** While the list cannot be loaded nothing is known, so the screen comes and tells of the failure itself. */
async function projectWhere(matches: (project: { project_code: string; explorer_types: { explorer_type: string }[] }) => boolean) {
  const projects = await settledIn($projects)
  return projects.state === 'failed' || projects.value.some(matches)
}

/** Every address that names a project, and every one below a project's explorer, is there only if they are. */
export const isPlaceOfProject = (projectCode: string, explorerType: string | undefined): Promise<boolean> =>
  projectWhere(
    project =>
      project.project_code === projectCode &&
      (explorerType === undefined || project.explorer_types.some(explorer => explorer.explorer_type === explorerType))
  )

/** Names the project after the screen, so that two tabs can be told apart. */
export function projectTitle(name: string, projectCode: string): string {
  const projects = $projects.get()
  const found = projects.state === 'ready' ? projects.value.find(project => project.project_code === projectCode) : undefined
  return [name, found?.project_name].filter(Boolean).join(', ')
}
