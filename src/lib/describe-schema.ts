/** The part of JSON Schema that leads to fields. */
interface SchemaNode {
  description?: string
  properties?: Record<string, SchemaNode>
  items?: unknown
  additionalProperties?: unknown
  anyOf?: readonly unknown[]
}

const isNode = (value: unknown): value is SchemaNode => typeof value === 'object' && value !== null

/**
 * Gives each field of a JSON Schema the description that editors show beside it; a field without one is left as it is. `path` leads to the
 * field: its own name comes last, those of the objects around it before.
 */
export function describeSchema(
  schema: object,
  describe: (path: readonly string[]) => string | undefined,
  path: readonly string[] = []
): SchemaNode {
  const within = (part: unknown): unknown => (isNode(part) ? describeSchema(part, describe, path) : part)
  const { properties, items, additionalProperties, anyOf }: SchemaNode = schema
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => {
          const here = [...path, name]
          const description = describe(here)
          return [
            name,
            { ...(description !== undefined && { description }), ...describeSchema(field, describe, here) }
          ]
        })
      )
    }),
    ...(items !== undefined && { items: within(items) }),
    ...(additionalProperties !== undefined && { additionalProperties: within(additionalProperties) }),
    ...(anyOf && { anyOf: anyOf.map(within) })
  }
}
