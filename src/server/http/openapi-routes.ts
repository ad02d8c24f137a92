import type { Hono } from 'hono'
import { endpoints } from '#contract/endpoints.ts'
import { API_PREFIX, type AppEnvironment } from './environment.ts'
import { docsPage } from './docs-page.ts'
import { openApiDocument } from './openapi.ts'

/** The API described by itself: the OpenAPI document and a page for reading it, which may have its own style and nothing else. */
export function referenceRoutes(app: Hono<AppEnvironment>): void {
  app.get(`${API_PREFIX}/openapi.json`, context =>
    context.body(documentText(), 200, { 'Content-Type': 'application/json' })
  )
  app.get(`${API_PREFIX}/docs`, async context => {
    context.header(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
    )
    return context.html(await pageText())
  })
}

// Anyone may ask for them and they never change, so each is made at the first call and kept: making them takes tens of milliseconds.
const documentText = once(() => JSON.stringify(openApiDocument(endpoints, API_PREFIX)))
const pageText = once(async () => String(await docsPage(endpoints)))

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
