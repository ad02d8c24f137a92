import type { OrganisationInView } from '#stores/viewpoint.ts'
import type { Progress } from './progress.ts'
import type { RegistrationPage } from './registration.ts'

/** What every step is told. */
export interface StepProps {
  page: RegistrationPage
  progress: Progress
  mayEdit: boolean
  organisation: OrganisationInView
  /** Name of the period that is registered for. */
  period: string
}
