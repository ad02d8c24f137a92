import { routesOf } from '#server/http/route.ts'
import * as comments from './comments.ts'
import * as queries from './queries/queries.ts'
import * as questionnaires from './questionnaires.ts'
import * as sectionSubmissions from './section-submissions.ts'

export const questionnairesRoutes = routesOf(comments, queries, questionnaires, sectionSubmissions)
