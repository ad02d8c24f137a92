import type { ProjectSummary } from '#contract/projects.ts'
import { isOpenState } from './project-status.ts'

/** Whether the organisation takes part. What was imported for a past period counts without a registration, as in figures. */
export const isTakingPart = ({
  project_status,
  registration_status,
  submission_count
}: Pick<ProjectSummary, 'project_status' | 'registration_status' | 'submission_count'>): boolean =>
  registration_status === 'registered' ||
  (registration_status === null && submission_count > 0 && !isOpenState(project_status))
