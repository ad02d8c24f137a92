import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { WorkbookTitle } from '#questionnaire/workbook/source.ts'
import { loadProjectGuidances } from '#stores/guidance.ts'
import { $project } from '#stores/projects.ts'
import { runtimeConfig } from '#stores/site-config.ts'
import { $ownSubmissions } from '#stores/submissions.ts'
import { $selectedTimePeriod } from '#stores/time-periods.ts'

/** What stands at the head of a workbook or a printed form. */
export function useTitle(submissionId: number): WorkbookTitle {
  const project = useStore($project)
  const period = useStore($selectedTimePeriod)
  const submission = useStore($ownSubmissions).find(({ id }) => id === submissionId)
  return {
    programmeName: runtimeConfig().programmeName,
    projectName: project?.project_name ?? '',
    submissionName: submission?.name ?? `Submission ${submissionId}`,
    periodName: period?.name ?? ''
  }
}

/** Loads the project's guidance for as long as a screen shows it. */
export function useGuidance(): void {
  const projectId = useStore($project)?.project_id
  useEffect(() => {
    if (projectId !== undefined) void loadProjectGuidances(projectId)
  }, [projectId])
}
