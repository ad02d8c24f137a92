// A page that shows the API: no scripts, no other hosts.

import { html } from 'hono/html'
import type { Endpoint } from '#contract/endpoint.ts'
import { openApiDocument } from './document.ts'

interface DocumentedOperation {
  operationId: string
  summary: string
  description: string
  parameters: { name: string; in: string; required: boolean }[]
  requestBody?: { content: { 'application/json': { schema: unknown } } }
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>
}

const DOCS_STYLE = `body{font:14px/20px system-ui,sans-serif;max-width:960px;margin:32px auto;padding:0 24px;color:#18202c}
code,pre{font:13px/18px ui-monospace,monospace}pre{background:#eff2f6;padding:12px;border-radius:6px;overflow:auto}
details{border-top:1px solid #e4e8ee;padding:8px 0}summary{cursor:pointer}summary b{display:inline-block;width:60px}`

const shape = (title: string, schema: unknown) =>
  schema
    ? html`<p>${title}</p>
        <pre>${JSON.stringify(schema, null, 2)}</pre>`
    : ''

function operationEntry(path: string, method: string, operation: DocumentedOperation) {
  const reply = Object.values(operation.responses['200']?.content ?? {})[0]?.schema
  return html`<details id="${operation.operationId}">
    <summary><b>${method.toUpperCase()}</b> <code>${path}</code> ${operation.summary}</summary>
    <p>${operation.description}</p>
    <p>
      ${operation.parameters.map(item => `${item.name} (${item.in}${item.required ? '' : ', optional'})`).join(', ')}
    </p>
    ${shape('Body', operation.requestBody?.content['application/json'].schema)} ${shape('Answer', reply)}
  </details>`
}

/** The HTML of the page, generated from the document at /openapi.json. */
export function docsPage(endpoints: Record<string, Endpoint>) {
  const paths = openApiDocument(endpoints)['paths'] as Record<string, Record<string, DocumentedOperation>>
  const entries = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationEntry(path, method, operation))
  )
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>API</title>
        <style>
          ${DOCS_STYLE}
        </style>
      </head>
      <body>
        <h1>API</h1>
        <p>${entries.length} operations. <a href="openapi.json">openapi.json</a></p>
        ${entries}
      </body>
    </html>`
}
