// Every operation by name, read off the modules that declare them. The server serves each, the tests walk each, the OpenAPI document lists each.
import { endpointsOf } from './endpoint.ts'
import * as auth from './auth.ts'
import * as caseCodes from './case-codes.ts'
import * as chartBuilder from './chart-builder.ts'
import * as chartData from './chart-data.ts'
import * as charts from './charts.ts'
import * as comments from './comments.ts'
import * as documents from './documents.ts'
import * as enums from './enums.ts'
import * as filters from './filters.ts'
import * as organisations from './organisations.ts'
import * as peerGroups from './peer-groups.ts'
import * as projects from './projects.ts'
import * as questionnaireBuilder from './questionnaire-builder.ts'
import * as questionnaires from './questionnaires.ts'
import * as registrations from './registrations.ts'
import * as search from './search.ts'
import * as sectionSubmissions from './section-submissions.ts'
import * as submissions from './submissions.ts'
import * as timePeriods from './time-periods.ts'
import * as users from './users.ts'

export const endpoints = {
  ...endpointsOf(auth),
  ...endpointsOf(caseCodes),
  ...endpointsOf(chartBuilder),
  ...endpointsOf(chartData),
  ...endpointsOf(charts),
  ...endpointsOf(comments),
  ...endpointsOf(documents),
  ...endpointsOf(enums),
  ...endpointsOf(filters),
  ...endpointsOf(organisations),
  ...endpointsOf(peerGroups),
  ...endpointsOf(projects),
  ...endpointsOf(questionnaireBuilder),
  ...endpointsOf(questionnaires),
  ...endpointsOf(registrations),
  ...endpointsOf(search),
  ...endpointsOf(sectionSubmissions),
  ...endpointsOf(submissions),
  ...endpointsOf(timePeriods),
  ...endpointsOf(users)
}
