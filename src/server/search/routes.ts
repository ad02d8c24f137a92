import { routesOf } from '../http/route.ts'
import * as search from './search.ts'

export const searchRoutes = routesOf(search)
