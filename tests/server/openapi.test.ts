import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { docsPage } from '#server/docs-page.ts'
import { openApiDocument } from '#server/openapi.ts'

const document = openApiDocument(endpoints)

test('is valid OpenAPI 3.1 to a validator that is not ours', async () => {
  const result = await new Validator().validate(structuredClone(document))
  expect(result.errors).toBeUndefined()
  expect(result.valid).toBe(true)
})

test('has one operation for each object of the contract', () => {
  const paths = document['paths'] as Record<string, Record<string, { operationId: string }>>
  const names = Object.values(paths).flatMap(methods => Object.values(methods).map(operation => operation.operationId))
  expect(names.toSorted()).toEqual(Object.keys(endpoints).toSorted())
})

test('repeats peerGroupId in the query, as the specification does', () => {
  const paths = document['paths'] as Record<string, Record<string, { parameters: { name: string; explode?: boolean }[] }>>
  const parameter = paths['/data/getChartData/{a}/{b}']?.['post']?.parameters.find(item => item.name === 'peerGroupId')
  expect(parameter).toMatchObject({ explode: true })
})

test('the page lists every operation and loads nothing from elsewhere', async () => {
  const page = (await docsPage(endpoints)).toString()
  expect(page.match(/<details/g)).toHaveLength(Object.keys(endpoints).length)
  expect(page).not.toMatch(/<script|https?:\/\//)
})
