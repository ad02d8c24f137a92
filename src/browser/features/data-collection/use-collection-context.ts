import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Loadable } from '#browser/api/cache/cache.ts'
import {
  $filterOptions,
  $filterScope,
  loadFilterOptions,
  type FilterOptions
} from '#browser/stores/filters.ts'
import { $selectedOrganisationId } from '#browser/stores/organisations.ts'
import { $project, $projects } from '#browser/stores/projects.ts'
import { $selectedSubmissionId } from '#browser/stores/selection.ts'
import { $ownSubmissions } from '#browser/stores/submissions.ts'
import { $selectedTimePeriod } from '#browser/stores/time-periods.ts'

const LOADING: Loadable<FilterOptions> = { state: 'loading' }

/**
 * The chosen project, period, organisation and submissions. The choices are reloaded when one of them
 * changes; until then there are none, because those of another project must not be mistaken for its own.
 */
export function useCollectionContext() {
  const project = useStore($project)
  const projects = useStore($projects)
  const period = useStore($selectedTimePeriod)
  const organisationId = useStore($selectedOrganisationId)
  const options = useStore($filterOptions)
  const scope = useStore($filterScope)
  const ownSubmissions = useStore($ownSubmissions)
  const submissionId = useStore($selectedSubmissionId)
  const projectId = project?.project_id
  const timePeriodId = period?.id
  useEffect(() => {
    if (projectId !== undefined && timePeriodId !== undefined)
      void loadFilterOptions({ organisationId, projectId, timePeriodId })
  }, [organisationId, projectId, timePeriodId])
  const isOfOther =
    options.state === 'ready' &&
    (scope?.projectId !== projectId ||
      scope?.timePeriodId !== timePeriodId ||
      scope?.organisationId !== organisationId)
  const submissions = isOfOther ? [] : ownSubmissions
  return {
    project,
    projects,
    timePeriodId,
    options: isOfOther ? LOADING : options,
    submissions,
    submission: submissions.find(({ id }) => id === submissionId) ?? null
  }
}
