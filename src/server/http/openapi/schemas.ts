// The contract's shapes as JSON Schemas: those that a module exports by name stand once, among the components.

import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { describeChecks, describeFields } from '#lib/describe.ts'

export type JsonSchemaObject = Record<string, unknown>
type Direction = 'input' | 'output'
type DescribeField = (name: string, field: GenericSchema) => string | undefined

const isJsonObject = (value: unknown): value is JsonSchemaObject =>
  typeof value === 'object' && value !== null

const isSchema = (value: unknown): value is GenericSchema => isJsonObject(value) && value['kind'] === 'schema'

/** The shapes that the modules export, by name. */
function shapesOf(modules: readonly object[]): Map<string, GenericSchema> {
  const shapes = new Map<string, GenericSchema>()
  for (const [name, value] of modules.flatMap(module => Object.entries(module))) {
    if (!isSchema(value)) continue
    if ((shapes.get(name) ?? value) !== value) throw new Error(`Two shapes are called ${name}.`)
    shapes.set(name, value)
  }
  return shapes
}

const pathOf = (name: string): string => `#/components/schemas/${name}`

// What a JSON Schema cannot express (trimming, checks across fields) is missing from the document, not from
// the server's validation.
function convert(
  schema: GenericSchema,
  direction: Direction,
  describeField: DescribeField,
  definitions: Record<string, GenericSchema> = {}
): JsonSchemaObject {
  const names = new Map(Object.entries(definitions).map(([name, shape]) => [shape, name]))
  const referTo = (shape: GenericSchema): string | undefined => {
    const name = names.get(shape)
    return name === undefined ? undefined : pathOf(name)
  }
  const { $schema: _, ...rest } = toJsonSchema(schema, {
    typeMode: direction,
    errorMode: 'ignore',
    target: 'draft-2020-12',
    definitions,
    overrideAction: describeChecks,
    overrideRef: ({ referenceId }) => pathOf(referenceId),
    overrideSchema: context => {
      const { prefixItems, items } = context.jsonSchema
      if (!prefixItems || items !== undefined) return describeFields(context, describeField, referTo)
      // Many readers of such documents want `items` beside `prefixItems`.
      return { ...context.jsonSchema, items: {}, minItems: prefixItems.length, maxItems: prefixItems.length }
    }
  })
  return rest
}

/** Turns shapes into schemas, and keeps those with a name. */
export class Schemas {
  readonly #definitions: Record<Direction, Record<string, GenericSchema>> = { input: {}, output: {} }
  readonly #components: JsonSchemaObject = {}
  readonly #describe: DescribeField

  constructor(modules: readonly object[], describeField: DescribeField) {
    this.#describe = describeField
    for (const [name, shape] of shapesOf(modules)) {
      const [input, output] = (['input', 'output'] as const).map(direction =>
        JSON.stringify(convert(shape, direction, describeField))
      )
      const isSame = input === output
      this.#definitions.output[name] = shape
      this.#definitions.input[isSame ? name : `${name}Input`] = shape
    }
  }

  /** The schema of a shape, or a reference to it if it has a name. */
  of(schema: GenericSchema, direction: Direction): JsonSchemaObject {
    const { $defs = {}, ...own } = convert(
      schema,
      direction,
      this.#describe,
      this.#definitions[direction]
    ) as {
      $defs?: JsonSchemaObject
    }
    for (const [name, definition] of Object.entries($defs)) this.#components[name] ??= definition
    const known = Object.entries(this.#definitions[direction]).find(([, shape]) => shape === schema)
    if (!known) return own
    this.#components[known[0]] ??= own
    return { $ref: pathOf(known[0]) }
  }

  /** The named schemas that the paths refer to, and those that these refer to. */
  componentsOf(paths: JsonSchemaObject): JsonSchemaObject {
    const wanted: JsonSchemaObject = {}
    const add = (part: unknown): void => {
      for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
        if (name in wanted || !(name in this.#components)) continue
        wanted[name] = this.#components[name]
        add(wanted[name])
      }
    }
    add(paths)
    return Object.fromEntries(Object.entries(wanted).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** The fields of a path or query. They arrive as text; the schema says what the text must mean. */
  fields(
    schema: GenericSchema
  ): { name: string; isRequired: boolean; schema: JsonSchemaObject; description: unknown }[] {
    const { required = [] } = convert(schema, 'input', this.#describe) as { required?: string[] }
    const { properties = {} } = convert(schema, 'output', this.#describe) as {
      properties?: Record<string, JsonSchemaObject>
    }
    return Object.entries(properties).map(([name, { description, ...shape }]) => ({
      name,
      isRequired: required.includes(name),
      schema: shape,
      description
    }))
  }
}
