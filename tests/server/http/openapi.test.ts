import { Validator } from '@seriousme/openapi-schema-validator'
import { Hono } from 'hono'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { AppEnvironment } from '#server/http/environment.ts'
import { docsPage } from '#server/http/openapi/docs-page.ts'
import { openApiDocument } from '#server/http/openapi/document.ts'
import { exampleInput } from '#server/http/openapi/example.ts'
import { openapiRoutes } from '#server/http/openapi/routes.ts'
import { tagDescriptions } from '#server/http/openapi/tags.ts'

const document = openApiDocument(endpoints)

test('is valid OpenAPI 3.1 to a validator that is not ours', async () => {
  const result = await new Validator().validate(structuredClone(document))
  expect(result.errors).toBeUndefined()
  expect(result.valid).toBe(true)
})

test('has one operation for each object of the contract', () => {
  const paths = document['paths'] as Record<string, Record<string, { operationId: string }>>
  const names = Object.values(paths).flatMap(methods =>
    Object.values(methods).map(operation => operation.operationId)
  )
  expect(names.toSorted()).toEqual(Object.keys(endpoints).toSorted())
})

test('describes every tag, and no others', () => {
  const tags = document['tags'] as { name: string; description?: string }[]
  expect(tags.filter(({ description }) => description === undefined)).toEqual([])
  expect(tags.map(({ name }) => name).toSorted()).toEqual(Object.keys(tagDescriptions).toSorted())
})

test('repeats peerGroupId in the query, as the specification does', () => {
  const paths = document['paths'] as Record<
    string,
    Record<string, { parameters: { name: string; explode?: boolean }[] }>
  >
  const parameter = paths['/data/getChartData/{a}/{b}']?.['post']?.parameters.find(
    item => item.name === 'peerGroupId'
  )
  expect(parameter).toMatchObject({ explode: true })
})

test('every example has the shape that its operation takes', () => {
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const { params, query, body } = endpoint
    const example = exampleInput(endpoint)
    for (const [shape, input] of [
      [params, example.params],
      [query, example.query],
      [body, example.body]
    ] as const)
      if (shape) expect([name, v.safeParse(shape, input).issues]).toEqual([name, undefined])
  }
})

const partsOf = (value: unknown): object[] =>
  typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(partsOf)] : []

test('every field and parameter is described', () => {
  const parts = partsOf(document) as {
    properties?: Record<string, { description?: string }>
    in?: string
    name?: string
    description?: string
  }[]
  const bare = parts.flatMap(part => [
    ...(part.in !== undefined && part.name !== undefined && !part.description ? [part.name] : []),
    ...Object.entries(part.properties ?? {})
      .filter(([, shape]) => !shape.description)
      .map(([name]) => name)
  ])
  expect([...new Set(bare)].toSorted()).toEqual([])
})

test('contains each named shape once, and uses all of them', () => {
  const { schemas } = document['components'] as { schemas: Record<string, object> }
  const text = JSON.stringify(document)
  expect(Object.keys(schemas).length).toBeGreaterThan(50)
  for (const name of Object.keys(schemas)) expect(text).toContain(`"#/components/schemas/${name}"`)
})

test('an id in a path or query is a whole number from 1, and a respondent needs no token', () => {
  const paths = document['paths'] as Record<
    string,
    Record<string, { parameters: { name: string; schema: object }[]; security: object[] }>
  >
  const check = paths['/caseCode/checkCaseCode']?.['get']
  expect(check?.parameters.find(({ name }) => name === 'questionnaire_id')?.schema).toMatchObject({
    type: 'integer',
    minimum: 1
  })
  expect(paths['/questionnaires/section-submission']?.['post']?.security).toEqual([{ bearer: [] }, {}])
})

test('names an API key as a second way to authenticate, with its scopes, and never for what writes', () => {
  const { securitySchemes } = document['components'] as {
    securitySchemes: Record<string, { scheme: string }>
  }
  expect(Object.values(securitySchemes).map(({ scheme }) => scheme)).toEqual(['bearer', 'bearer'])
  const paths = document['paths'] as Record<
    string,
    Record<string, { security: object[]; description: string }>
  >
  const { get, post } = paths['/charts']!
  expect(get!.security).toEqual([{ bearer: [] }, { api_key: ['charts:read'] }])
  expect(get!.description).toContain('API keys with charts:read.')
  expect(post!.security).toEqual([{ bearer: [] }])
})

test('the page lists every operation and loads nothing from elsewhere', async () => {
  const page = (await docsPage(endpoints)).toString()
  expect(page.match(/<details/g)).toHaveLength(Object.keys(endpoints).length)
  expect(page).not.toMatch(/<script|https?:\/\//)
})

test('is generated once and reused by later calls', async () => {
  const app = new Hono<AppEnvironment>()
  openapiRoutes(app)
  const read = async () => (await app.request('/api/v1/openapi.json')).text()
  const texts = [await read()]
  const spy = vi.spyOn(JSON, 'stringify')
  for (let call = 0; call < 5; call++) texts.push(await read())
  expect(spy).not.toHaveBeenCalled()
  spy.mockRestore()
  expect(new Set(texts).size).toBe(1)
  expect(JSON.parse(texts[0]!)).toEqual(openApiDocument(endpoints, '/api/v1'))
  expect(await (await app.request('/api/v1/docs')).text()).toBe(String(await docsPage(endpoints)))
})
