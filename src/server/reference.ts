import type { Hono } from 'hono'
import { endpoints } from '#contract/endpoints.ts'
import { API_PREFIX, type AppEnvironment } from './environment.ts'
import { docsPage } from './docs-page.ts'
import { openApiDocument } from './openapi.ts'

/** The API described by itself: the OpenAPI document and a page for reading it, which may have its own style and nothing else. */
export function referenceRoutes(app: Hono<AppEnvironment>): void {
  app.get(`${API_PREFIX}/openapi.json`, context => context.json(openApiDocument(endpoints, API_PREFIX)))
  app.get(`${API_PREFIX}/docs`, context => {
    context.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
    return context.html(docsPage(endpoints))
  })
}
