// Every list that a caller sends has a greatest length.

import { expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'

interface SchemaPart {
  type?: string
  pipe?: SchemaPart[]
  entries?: Record<string, SchemaPart>
  options?: SchemaPart[]
  items?: SchemaPart[]
  item?: SchemaPart
  wrapped?: SchemaPart
  value?: SchemaPart
}

const hasLimit = ({ pipe = [] }: SchemaPart): boolean =>
  pipe.some(part => part.type === 'max_length' || hasLimit(part))

/** The paths of lists without a limit. */
function unlimited(schema: SchemaPart, path: string): string[] {
  const { pipe = [], entries = {}, options = [], items = [], item, wrapped, value } = schema
  const isLimited = hasLimit(schema)
  // One entry or several of them, whose number is limited once they are a list.
  if (schema.type === 'union' && isLimited) return []
  const own = schema.type === 'array' && !isLimited ? [path] : []
  const steps = pipe.filter(part => part.type !== schema.type)
  const parts = [...options, ...items]
  return [
    ...own,
    ...[...steps, ...parts, item, wrapped, value]
      .filter(part => typeof part === 'object')
      .flatMap(part => unlimited(part, path)),
    ...Object.entries(entries).flatMap(([name, part]) => unlimited(part, `${path}.${name}`))
  ]
}

test.each(Object.entries(endpoints))('%s', (_, endpoint) => {
  const { query, body } = endpoint as { query?: SchemaPart; body?: SchemaPart }
  expect([...(query ? unlimited(query, 'query') : []), ...(body ? unlimited(body, 'body') : [])]).toEqual([])
})

test('the check finds a list without a limit', () => {
  const list = { type: 'array', item: { type: 'string' } }
  expect(unlimited({ type: 'object', entries: { a: { type: 'optional', wrapped: list } } }, 'body')).toEqual([
    'body.a'
  ])
})
