import type { Hono } from 'hono'
import { endpoints } from '#contract/endpoints.ts'
import { API_PATH_PREFIX, type AppEnvironment } from '#server/http/environment.ts'
import { docsPage } from './docs-page.ts'
import { openApiDocument } from './document.ts'

/**
 * The API's documentation: the OpenAPI document and a page to read it, whose policy allows only its own
 * style.
 */
export function openapiRoutes(app: Hono<AppEnvironment>): void {
  app.get(`${API_PATH_PREFIX}/openapi.json`, context =>
    context.body(documentText(), 200, { 'Content-Type': 'application/json' })
  )
  app.get(`${API_PATH_PREFIX}/docs`, async context => {
    context.header(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
    )
    return context.html(await pageText())
  })
}

// Public and constant, so each is built on the first call and cached: building takes tens of milliseconds.
const documentText = once(() => JSON.stringify(openApiDocument(endpoints, API_PATH_PREFIX)))
const pageText = once(async () => String(await docsPage(endpoints)))

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
