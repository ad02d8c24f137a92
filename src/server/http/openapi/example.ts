// The smallest valid input of an operation, generated from its schemas: for the document's examples, and for tests of
// access and ownership.

import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import type { Endpoint } from '#contract/endpoint.ts'
import { describeChecks } from '#lib/describe.ts'

interface JsonSchema {
  type?: string
  format?: string
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly JsonSchema[]
  oneOf?: readonly JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: readonly string[]
  items?: JsonSchema
  minimum?: number
  minLength?: number
}

/** The value of a field that names a row; undefined leaves the field to its schema. */
export type IdOf = (field: string) => number | undefined

export interface MinimalInput {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: Record<string, unknown> | undefined
}

/** Required fields get the smallest value of their shape; ids, the optional ones too, get what `idOf` says. Lists get one entry. */
export function minimalInput(endpoint: Endpoint, idOf: IdOf): MinimalInput {
  const fill = (schema: GenericSchema | undefined) =>
    schema &&
    (exampleValue(
      toJsonSchema(schema, {
        typeMode: 'input',
        errorMode: 'ignore',
        overrideAction: describeChecks
      }) as JsonSchema,
      '',
      idOf
    ) as Record<string, unknown>)
  return { params: fill(endpoint.params) ?? {}, query: fill(endpoint.query) ?? {}, body: fill(endpoint.body) }
}

/** Input that an operation needs besides its required fields, such as one of several alternatives. */
const chosenExamples: Record<string, Record<string, unknown>> = { caseCode: { quantity: 10 } }

/** An example of an operation's input, in which every id is 1. */
export function exampleInput(endpoint: Endpoint): MinimalInput {
  const input = minimalInput(endpoint, () => 1)
  const { path, method } = endpoint
  return method === 'POST' && path in chosenExamples
    ? { ...input, body: { ...input.body, ...chosenExamples[path] } }
    : input
}

const isIdField = (field: string): boolean =>
  /^(id|sid|a|b)$|_ids?$|^peerGroupId$/.test(field) && !/^(client_change_id|role_type_id)$/.test(field)

function exampleValue(schema: JsonSchema, field: string, idOf: IdOf): unknown {
  const id = isIdField(field) ? idOf(field) : undefined
  if (id !== undefined) return asId(schema, field, id)
  if (schema.const !== undefined) return schema.const
  const [first] = schema.anyOf ?? schema.oneOf ?? []
  if (first) return exampleValue(first, field, idOf)
  if (schema.enum) return schema.enum[0]
  if (schema.properties) return objectOf(schema, idOf)
  if (schema.items) return [exampleValue(schema.items, field.replace(/s$/, ''), idOf)]
  return scalarOf(schema)
}

function asId({ type }: JsonSchema, field: string, id: number): unknown {
  if (type === 'string') return String(id)
  return field.endsWith('_ids') || field === 'peerGroupId' ? [id] : id
}

function scalarOf({ type, format, minimum = 1, minLength = 1 }: JsonSchema): unknown {
  const number = Math.max(minimum, 1)
  const formats: Record<string, string> = {
    email: 'someone@wards.example',
    'date-time': '2099-12-31T12:00:00Z'
  }
  const text = formats[format ?? ''] ?? 'x'.repeat(Math.max(minLength, 12))
  const examples: Record<string, unknown> = { boolean: false, integer: number, number }
  return examples[type ?? ''] ?? text
}

function objectOf({ properties = {}, required = [] }: JsonSchema, idOf: IdOf): Record<string, unknown> {
  const filled: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(properties)) {
    const isWanted = required.includes(name) || (isIdField(name) && idOf(name) !== undefined)
    if (isWanted) filled[name] = exampleValue(inner, name, idOf)
  }
  return filled
}
