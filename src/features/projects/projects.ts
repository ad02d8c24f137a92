// Which projects the list shows, and what each asks of the member.
import { needsMe, inOrderOfNeed, projectAction, type ProjectAction } from '#domain/project-state.ts'
import type { ProjectSummary } from '#contract/projects.ts'
import { paths } from '#navigation/paths.ts'
import { toggleFavourite } from '#stores/projects.ts'
import { showToast } from '#stores/toasts.ts'

export type ProjectFilter = 'all' | 'needs-me' | 'results'

const hasResults = ({ project_status }: ProjectSummary): boolean => project_status === 'published' || project_status === 'closed'

const filters: Record<ProjectFilter, (project: ProjectSummary) => boolean> = {
  all: () => true,
  'needs-me': project => needsMe(project),
  results: hasResults
}

export const isProjectFilter = (text: string | null): text is ProjectFilter => text !== null && Object.hasOwn(filters, text)

export const countOfFilter = (projects: readonly ProjectSummary[], filter: ProjectFilter): number => projects.filter(filters[filter]).length

/** The projects that match, in order of need. Every word of the query must stand in the name or the summary. */
export function projectsToShow(projects: readonly ProjectSummary[], filter: ProjectFilter, query: string): ProjectSummary[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const matches = ({ project_name, summary }: ProjectSummary): boolean => {
    const text = `${project_name} ${summary}`.toLocaleLowerCase()
    return words.every(word => text.includes(word))
  }
  return inOrderOfNeed(projects.filter(project => filters[filter](project) && matches(project)))
}

/** Spelled out, how far the organisation takes part: 'Your organisation takes part in 5 of 6.' */
export function participation(projects: readonly ProjectSummary[]): string {
  const joined = projects.filter(project => project.registration_status === 'registered').length
  return `Your organisation takes part in ${joined} of ${projects.length}.`
}

export interface ProjectLink {
  label: string
  path: string
  /** Whether it is what the member should do next. */
  isMain: boolean
}

/** Product 9: one action by state; null while results are awaited or nothing can be done. */
export function projectLink(project: ProjectSummary): ProjectLink | null {
  const code = project.project_code
  const explorer = project.explorer_types[0]
  const links: Record<ProjectAction, ProjectLink | null> = {
    register: { label: 'Register', path: paths.projectRegistration(code), isMain: true },
    'enter-data': { label: 'Enter data', path: paths.dataCollection(code), isMain: needsMe(project) },
    explore: explorer ? { label: 'Explore', path: paths.explorer(code, explorer.explorer_type), isMain: false } : null,
    wait: null,
    none: null
  }
  return links[projectAction(project)]
}

const idleWords: Record<ProjectSummary['project_status'], string> = {
  upcoming: 'Not open',
  registration: 'Not open',
  collection: 'Not registered',
  validation: 'Not registered',
  published: 'No results',
  closed: 'Closed'
}

/** What stands in the place of an action where there is none. */
export function idleWord(project: ProjectSummary): string {
  if (projectAction(project) !== 'wait') return idleWords[project.project_status]
  return project.project_status === 'validation' ? 'Awaiting results' : 'Registered'
}

export async function star(project: ProjectSummary): Promise<void> {
  const answer = await toggleFavourite(project.project_id)
  if (!answer.ok) showToast({ text: answer.error, status: 'error' })
}
