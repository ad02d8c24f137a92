import { routesOf } from '../http/route.ts'
import * as chartBuilder from './chart-builder.ts'
import * as chartGroups from './chart-groups.ts'
import * as chartParameters from './chart-parameters.ts'
import * as chartPreview from './chart-preview.ts'
import * as collections from './collections.ts'
import * as questionnaireBuilder from './questionnaire-builder.ts'
import * as questionnaireStructures from './questionnaire-structures.ts'
import * as questionMemberships from './question-memberships.ts'
import * as questions from './questions.ts'

export const buildersRoutes = {
  ...routesOf(chartBuilder),
  ...routesOf(chartGroups),
  ...routesOf(chartParameters),
  ...routesOf(chartPreview),
  ...routesOf(collections),
  ...routesOf(questionnaireBuilder),
  ...routesOf(questionnaireStructures),
  ...routesOf(questionMemberships),
  ...routesOf(questions)
}
