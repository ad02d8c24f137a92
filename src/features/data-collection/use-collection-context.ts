import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $filterOptions, loadFilterOptions } from '#stores/filters.ts'
import { $selectedOrganisationId } from '#stores/organisations.ts'
import { $project, $projects } from '#stores/projects.ts'
import { $selectedSubmissionId } from '#stores/selection.ts'
import { $ownSubmissions } from '#stores/submissions.ts'
import { $selectedTimePeriod } from '#stores/time-periods.ts'

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
