// Every field of every operation, spoiled one at a time: the answer is a 422 that names that field, so that a form can say it there.

import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { minimalInput } from '#server/http/openapi/example.ts'
import { allEndpoints, useServer } from '#tests/support/server.ts'

const server = useServer()

interface Shape {
  properties?: Record<string, Field>
  required?: string[]
  anyOf?: Shape[]
}
interface Field {
  type?: string
  anyOf?: Field[]
  format?: string
  enum?: unknown[]
  maxLength?: number
}
type Part = 'query' | 'body'

/** Where a body has several shapes: the first, which is the whole one. */
const shapeOf = (schema: GenericSchema): Shape => {
  const shape = toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' }) as Shape
  return shape.anyOf?.[0] ?? shape
}

/** No field takes a list of lists. In a query everything is text: what no number, no flag and no listed word is. */
const spoiled = (part: Part, field: Field): unknown => {
  if (part === 'body') return [[[]]]
  const isFreeText = field.type === 'string' && field.enum === undefined
  return isFreeText ? 'x'.repeat((field.maxLength ?? 0) + 1) : 'neither number nor word'
}

interface Case {
  field: string
  what: 'missing' | 'spoiled'
  input: { params: object; query: object; body: unknown }
}

function casesOf(endpoint: Endpoint): Case[] {
  const input = minimalInput(endpoint, () => undefined)
  return (['query', 'body'] as const).flatMap(part => {
    const schema = endpoint[part]
    if (!schema) return []
    const { properties = {}, required = [] } = shapeOf(schema)
    return Object.entries(properties).flatMap(([field, shape]): Case[] => {
      const { [field]: _, ...without } = input[part] ?? {}
      const isUnlimited = part === 'query' && shape.type === 'string' && !shape.enum && !shape.maxLength
      return [
        ...(required.includes(field)
          ? [{ field, what: 'missing' as const, input: { ...input, [part]: without } }]
          : []),
        ...(isUnlimited
          ? []
          : [
              {
                field,
                what: 'spoiled' as const,
                input: { ...input, [part]: { ...without, [field]: spoiled(part, shape) } }
              }
            ])
      ]
    })
  })
}

const withFields = allEndpoints.filter(([, endpoint]) => casesOf(endpoint).length > 0)

describe.each(withFields)('%s', (_, endpoint) => {
  test('names each field', async () => {
    const token = await server.tokenOf('super')
    const wrong: string[] = []
    for (const { field, what, input } of casesOf(endpoint)) {
      const { status, body } = await server.call(endpoint, input, token)
      const isNamed = status === 422 && new RegExp(`^${field}(\\.\\w+)*: \\S`).test(body.detail ?? '')
      if (!isNamed) wrong.push(`${field}, ${what}: ${status} ${body.detail ?? ''}`)
    }
    expect(wrong).toEqual([])
  })
})

test('the cases reach every part of the contract', () => {
  const count = allEndpoints.reduce((sum, [, endpoint]) => sum + casesOf(endpoint).length, 0)
  expect(count).toBeGreaterThan(400)
})
