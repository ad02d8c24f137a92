import { routesOf } from '#server/http/route.ts'
import * as listing from './list.ts'
import * as plan from './plan.ts'
import * as acts from './query-acts.ts'
import * as raising from './raise.ts'

export const queriesRoutes = {
  ...routesOf(listing),
  ...routesOf(plan),
  ...routesOf(raising),
  ...routesOf(acts)
}
