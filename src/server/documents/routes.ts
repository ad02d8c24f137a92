import { routesOf } from '#server/http/route.ts'
import * as documents from './documents.ts'

export const documentsRoutes = routesOf(documents)
