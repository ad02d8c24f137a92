import { routesOf } from '#server/http/route.ts'
import * as search from './search.ts'

export const searchRoutes = routesOf(search)
