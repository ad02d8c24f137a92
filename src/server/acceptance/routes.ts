import { routesOf } from '#server/http/route.ts'
import * as acceptances from './acceptances.ts'
import * as correctionWindows from './correction-windows.ts'

export const acceptanceRoutes = routesOf(acceptances, correctionWindows)
