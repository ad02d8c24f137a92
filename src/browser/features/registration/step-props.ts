import type { OrganisationInView } from '#browser/stores/viewpoint.ts'
import type { RegistrationProgress } from './progress.ts'
import type { RegistrationPage } from './registration.ts'

/** The props of every step. */
export interface StepProps {
  page: RegistrationPage
  progress: RegistrationProgress
  mayEdit: boolean
  organisation: OrganisationInView
  /** The name of the period being registered for. */
  period: string
}
