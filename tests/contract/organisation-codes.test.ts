// An organisation is known by its code: no call takes one, so none can change it.

import * as v from 'valibot'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'

const fieldsOf = (schema: unknown): string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  const {
    entries = {},
    wrapped,
    item,
    pipe,
    options
  } = schema as {
    entries?: Record<string, unknown>
    wrapped?: unknown
    item?: unknown
    pipe?: unknown[]
    options?: unknown[]
  }
  const inside = [wrapped, item, ...Object.values(entries), ...(pipe ?? []).slice(1), ...(options ?? [])]
  return [...Object.keys(entries), ...inside.flatMap(fieldsOf)]
}

test('fields of nested schemas are found', () =>
  expect(
    fieldsOf(v.object({ list: v.optional(v.array(v.object({ organisation_code: v.string() }))) }))
  ).toContain('organisation_code'))

test.each(Object.entries(endpoints))('%s takes no code of an organisation', (_, endpoint) => {
  const { body, query, params } = endpoint as { body?: unknown; query?: unknown; params?: unknown }
  expect([body, query, params].flatMap(fieldsOf)).not.toContain('organisation_code')
})
