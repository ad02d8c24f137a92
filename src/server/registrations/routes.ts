import { routesOf } from '#server/http/route.ts'
import * as organisationProgress from './organisation-progress.ts'
import * as registeredQuestionnaires from './registered-questionnaires.ts'
import * as registrationContacts from './registration-contacts.ts'
import * as registrationSubmissions from './registration-submissions.ts'
import * as registrations from './registrations.ts'
import * as reminders from './reminders.ts'
import * as submissions from './submissions.ts'

export const registrationsRoutes = routesOf(
  organisationProgress,
  registeredQuestionnaires,
  registrationContacts,
  registrationSubmissions,
  registrations,
  reminders,
  submissions
)
