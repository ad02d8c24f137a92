import { routesOf } from '#server/http/route.ts'
import * as releases from './releases.ts'

export const releasesRoutes = routesOf(releases)
