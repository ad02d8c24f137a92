import { routesOf } from '#server/http/route.ts'
import * as caseCodes from './case-codes.ts'
import * as surveySummary from './survey-summary.ts'

export const surveysRoutes = routesOf(caseCodes, surveySummary)
