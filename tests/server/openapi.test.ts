import { Validator } from '@seriousme/openapi-schema-validator'
import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { docsPage } from '#server/http/docs-page.ts'
import type { AppEnvironment } from '#server/http/environment.ts'
import { openApiDocument } from '#server/http/openapi.ts'
import { openapiRoutes } from '#server/http/openapi-routes.ts'

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

test('the page lists every operation and loads nothing from elsewhere', async () => {
  const page = (await docsPage(endpoints)).toString()
  expect(page.match(/<details/g)).toHaveLength(Object.keys(endpoints).length)
  expect(page).not.toMatch(/<script|https?:\/\//)
})

test('is made once: later calls send what the first one made', async () => {
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
