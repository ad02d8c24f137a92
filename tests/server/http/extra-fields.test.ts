// Mass assignment: what a call sends beside the fields of its contract reaches no route, on whatever level of the body it stands.

import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { exampleInput } from '#server/http/openapi/example.ts'

const EXTRA = 'role_that_i_would_like'

/** The same value with one more field in each of its objects. */
function withExtra(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withExtra)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, inner]) => [name, withExtra(inner)])
  return { ...Object.fromEntries(fields), [EXTRA]: 1 }
}

const all = Object.entries(endpoints) as [string, Endpoint][]
const bodies = all.flatMap(([name, endpoint]) =>
  endpoint.body ? [[name, endpoint, endpoint.body] as const] : []
)

test.each(bodies)('%s drops or refuses what its contract does not name', (_, endpoint, schema) => {
  const { body } = exampleInput(endpoint)
  expect(v.safeParse(schema, body).issues).toBeUndefined()
  const { success, output } = v.safeParse(schema, withExtra(body))
  if (success) expect(JSON.stringify(output)).not.toContain(EXTRA)
})
