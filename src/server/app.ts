// The API as a plain function from request to response: the app of `http` with the routes of every module.

import type { Hono } from 'hono'
import { MAX_LISTED_VALUES } from '#contract/limits.ts'
import { acceptanceRoutes } from './acceptance/routes.ts'
import { outboxRoute } from './accounts/outbox-page.ts'
import { accountsRoutes } from './accounts/routes.ts'
import { admitCall } from './auth/access.ts'
import { authRoutes } from './auth/routes.ts'
import { chartMemoryCache } from './benchmarks/chart-data/chart-cache.ts'
import { benchmarksRoutes } from './benchmarks/routes.ts'
import { buildersRoutes } from './builders/routes.ts'
import { documentsRoutes } from './documents/routes.ts'
import { exportsRoutes } from './exports/routes.ts'
import { createHttpApp, type AppOptions as HttpOptions } from './http/app.ts'
import type { AppEnvironment } from './http/environment.ts'
import type { Routes } from './http/route.ts'
import { projectsRoutes } from './projects/routes.ts'
import { questionnairesRoutes } from './questionnaires/routes.ts'
import { registrationsRoutes } from './registrations/routes.ts'
import { releasesRoutes } from './releases/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { surveysRoutes } from './surveys/routes.ts'

export interface ServerOptions extends HttpOptions {
  /** A lower limit on listed values than the contract's: for tests. */
  listedValues?: number
  /** Show mails at /outbox, on this machine only. */
  showsOutbox?: boolean
}

/** The API as a plain function from request to response. */
export function createApp({
  listedValues = MAX_LISTED_VALUES,
  showsOutbox = false,
  ...options
}: ServerOptions): Hono<AppEnvironment> {
  // A missing operation is a type error.
  const routes: Routes = {
    ...accountsRoutes,
    ...authRoutes,
    ...benchmarksRoutes({ memoryCache: chartMemoryCache(), calculating: new Map(), listedValues }),
    ...buildersRoutes,
    ...documentsRoutes,
    ...exportsRoutes,
    ...projectsRoutes,
    ...questionnairesRoutes,
    ...registrationsRoutes,
    ...releasesRoutes,
    ...searchRoutes,
    ...surveysRoutes,
    ...acceptanceRoutes
  }
  const app = createHttpApp(options, { routes, admit: admitCall })
  if (showsOutbox) outboxRoute(app, options.database, options.programmes)
  return app
}
