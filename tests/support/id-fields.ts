import type { Endpoint } from '#contract/endpoint.ts'
import { minimalInput } from '#server/http/openapi/example.ts'

/** Names of the fields of an operation that name rows, at any depth of query and body. */
export function idFields(endpoint: Endpoint): string[] {
  const fields = new Set<string>()
  minimalInput(endpoint, field => {
    fields.add(field)
    return 1
  })
  return [...fields]
}
