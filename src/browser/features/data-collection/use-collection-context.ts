import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $filterOptions, loadFilterOptions } from '#browser/stores/filters.ts'
import { $selectedOrganisationId } from '#browser/stores/organisations.ts'
import { $project, $projects } from '#browser/stores/projects.ts'
import { $selectedSubmissionId } from '#browser/stores/selection.ts'
import { $ownSubmissions } from '#browser/stores/submissions.ts'
import { $selectedTimePeriod } from '#browser/stores/time-periods.ts'

/**
 * The chosen project, period, organisation and submissions. The choices are reloaded when one of them
 * changes.
 */
export function useCollectionContext() {
  const project = useStore($project)
  const projects = useStore($projects)
  const period = useStore($selectedTimePeriod)
  const organisationId = useStore($selectedOrganisationId)
  const options = useStore($filterOptions)
  const submissions = useStore($ownSubmissions)
  const submissionId = useStore($selectedSubmissionId)
  const projectId = project?.project_id
  const timePeriodId = period?.id
  useEffect(() => {
    if (projectId !== undefined && timePeriodId !== undefined)
      void loadFilterOptions({ organisationId, projectId, timePeriodId })
  }, [organisationId, projectId, timePeriodId])
  return {
    project,
    projects,
    timePeriodId,
    options,
    submissions,
    submission: submissions.find(({ id }) => id === submissionId) ?? null
  }
}
