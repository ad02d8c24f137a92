import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { WorkbookTitle } from '#browser/section/workbook/source.ts'
import { loadProjectGuidances } from '#browser/stores/guidance.ts'
import { $project } from '#browser/stores/projects.ts'
import { $session } from '#browser/stores/session.ts'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import { $timePeriods, selectTimePeriod } from '#browser/stores/time-periods.ts'
import type { OpenSection } from './section-loading.ts'

/**
 * The title of a workbook or a printed form. The section's period may differ from the selected one; it is
 * then selected, so that the whole page is about the same period.
 */
export function useTitle(questionnaire: OpenSection['questionnaire']): WorkbookTitle {
  useStore($project)
  useStore($session)
  const period = findPeriod(questionnaire, useStore($timePeriods))
  useEffect(() => selectTimePeriod(period?.time_period_id), [period])
  return readTitle(questionnaire)
}

/** The title, from what is loaded by now. */
export function readTitle(questionnaire: OpenSection['questionnaire']): WorkbookTitle {
  const { submission } = questionnaire
  const ownOrganisationId = $session.get().user?.details?.organisation_id ?? null
  return {
    programmeName: runtimeConfig().programmeName,
    projectName: $project.get()?.project_name ?? '',
    submissionName: submission === null ? '' : submissionTitle(submission, ownOrganisationId),
    periodName: findPeriod(questionnaire, $timePeriods.get())?.time_period_name ?? ''
  }
}

const findPeriod = (
  { time_period_id: timePeriodId }: OpenSection['questionnaire'],
  periods: ReturnType<typeof $timePeriods.get>
) => (periods.state === 'ready' ? periods.value.find(one => one.time_period_id === timePeriodId) : undefined)

/** With its organisation where it is another's: an admin prints and exports for any. */
const submissionTitle = (
  { name, organisation_id, organisation_name }: NonNullable<OpenSection['questionnaire']['submission']>,
  ownOrganisationId: number | null
): string => (organisation_id === ownOrganisationId ? name : `${organisation_name}: ${name}`)

/** Loads the project's guidance while a screen shows it. */
export function useGuidance(): void {
  const projectId = useStore($project)?.project_id
  useEffect(() => {
    if (projectId !== undefined) void loadProjectGuidances(projectId)
  }, [projectId])
}
