import { routesOf } from '#server/http/route.ts'
import * as chartBuilder from './charts/chart-builder.ts'
import * as chartGroups from './charts/chart-groups.ts'
import * as chartParameters from './charts/chart-parameters.ts'
import * as chartPreview from './charts/chart-preview.ts'
import * as collections from './charts/collections.ts'
import * as questionnaireBuilder from './questionnaires/questionnaire-builder.ts'
import * as questionnaireStructures from './questionnaires/questionnaire-structures.ts'
import * as questionMemberships from './questions/question-memberships.ts'
import * as questions from './questions/questions.ts'

export const buildersRoutes = routesOf(
  chartBuilder,
  chartGroups,
  chartParameters,
  chartPreview,
  collections,
  questionnaireBuilder,
  questionnaireStructures,
  questionMemberships,
  questions
)
