import { useStore } from '@nanostores/react'
import { useLocation } from 'wouter'
import { useOffered } from '#browser/api/offered.ts'
import { $viewpoint } from '#browser/stores/viewpoint.ts'
import { Segmented } from '#browser/ui/segmented.tsx'
import { listOrganisationProgress } from '#contract/organisation-progress.ts'
import { listQueries } from '#contract/queries.ts'
import { isAdminRole, ROLE } from '#domain/people/roles.ts'
import type { Viewpoint } from '#domain/projects/project-action.ts'
import { paths } from '#programme/paths.ts'

export type CollectionMode = 'progress' | 'entry' | 'queries' | 'questions'

/** What a role can change to: admins everything, leads the progress of their own submissions. */
const modesOf = (roleTypeId: number): readonly CollectionMode[] =>
  isAdminRole(roleTypeId)
    ? ['progress', 'entry', 'queries', 'questions']
    : roleTypeId === ROLE.lead
      ? ['progress', 'entry']
      : ['entry']

/** The view that the address asks for. Without one, admins who have chosen no organisation see everyone's progress. */
export function collectionMode(
  params: URLSearchParams,
  { roleTypeId, hasOrganisation }: Viewpoint
): CollectionMode {
  const modes = modesOf(roleTypeId)
  const wanted = modes.find(mode => mode === params.get('view'))
  return wanted ?? (hasOrganisation || !isAdminRole(roleTypeId) ? 'entry' : 'progress')
}

const modeLabels: Record<CollectionMode, string> = {
  progress: 'Progress',
  entry: 'Enter data',
  queries: 'Queries',
  questions: 'Form'
}

/** Changes between everyone's progress, entering data, queries about it, and the questionnaires. */
export function ModeSwitch({ projectCode, mode }: { projectCode: string; mode: CollectionMode }) {
  const { roleTypeId } = useStore($viewpoint)
  const [, navigate] = useLocation()
  const isMissing = {
    progress: !useOffered(listOrganisationProgress),
    queries: !useOffered(listQueries),
    entry: false,
    questions: false
  }
  const modes = modesOf(roleTypeId).filter(one => !isMissing[one] || mode === one)
  if (modes.length === 1) return null
  return (
    <Segmented<CollectionMode>
      label="What to do"
      options={modes.map(id => ({ id, label: modeLabels[id] }))}
      pressed={mode}
      onPress={view => navigate(paths.dataCollection(projectCode, { view }))}
    />
  )
}
