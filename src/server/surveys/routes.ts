import { routesOf } from '#server/http/route.ts'
import * as caseCodes from './case-codes.ts'

export const surveysRoutes = routesOf(caseCodes)
