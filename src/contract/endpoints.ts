// All operations by name, collected from the modules that declare them. The server, the tests and the OpenAPI document iterate over them.

import * as acceptances from './acceptances.ts'
import * as accounts from './accounts.ts'
import * as answerExports from './answer-exports.ts'
import * as apiKeys from './api-keys.ts'
import * as auditLog from './audit-log.ts'
import * as auth from './auth.ts'
import * as caseCodes from './case-codes.ts'
import * as chartBuilder from './chart-builder.ts'
import * as chartData from './chart-data.ts'
import * as chartGroups from './chart-groups.ts'
import * as chartParameters from './chart-parameters.ts'
import * as chartPreview from './chart-preview.ts'
import * as chartValues from './chart-values.ts'
import * as charts from './charts.ts'
import * as collections from './collections.ts'
import * as comments from './comments.ts'
import * as correctionWindows from './correction-windows.ts'
import * as documents from './documents.ts'
import * as editions from './editions.ts'
import { endpointsOf } from './endpoint.ts'
import * as enums from './enums.ts'
import * as filters from './filters.ts'
import * as organisationProgress from './organisation-progress.ts'
import * as organisations from './organisations.ts'
import * as otp from './otp.ts'
import * as ownSessions from './own-sessions.ts'
import * as passwordChange from './password-change.ts'
import * as peerGroups from './peer-groups.ts'
import * as projectTexts from './project-texts.ts'
import * as projects from './projects.ts'
import * as queries from './queries.ts'
import * as questionMemberships from './question-memberships.ts'
import * as questionnaireBuilder from './questionnaire-builder.ts'
import * as questionnaireStructures from './questionnaire-structures.ts'
import * as questionnaires from './questionnaires.ts'
import * as questions from './questions.ts'
import * as registeredQuestionnaires from './registered-questionnaires.ts'
import * as registrationContacts from './registration-contacts.ts'
import * as registrationSubmissions from './registration-submissions.ts'
import * as registrations from './registrations.ts'
import * as releases from './releases.ts'
import * as reminders from './reminders.ts'
import * as search from './search.ts'
import * as sectionSubmissions from './section-submissions.ts'
import * as submissions from './submissions.ts'
import * as surveySummary from './survey-summary.ts'
import * as timePeriods from './time-periods.ts'
import * as unseenComments from './unseen-comments.ts'
import * as userAdmin from './user-admin.ts'
import * as users from './users.ts'

/** All modules: the OpenAPI document names the shapes that they export. */
export const modules = [
  acceptances,
  accounts,
  answerExports,
  apiKeys,
  auditLog,
  auth,
  caseCodes,
  chartBuilder,
  chartData,
  chartGroups,
  chartParameters,
  chartPreview,
  chartValues,
  charts,
  collections,
  comments,
  correctionWindows,
  documents,
  editions,
  enums,
  filters,
  organisationProgress,
  organisations,
  otp,
  ownSessions,
  passwordChange,
  peerGroups,
  projectTexts,
  projects,
  questionnaireBuilder,
  questionnaireStructures,
  questionnaires,
  queries,
  questionMemberships,
  questions,
  registeredQuestionnaires,
  registrationContacts,
  registrationSubmissions,
  registrations,
  releases,
  reminders,
  search,
  sectionSubmissions,
  submissions,
  surveySummary,
  timePeriods,
  unseenComments,
  userAdmin,
  users
] as const

export const endpoints = endpointsOf(modules)
