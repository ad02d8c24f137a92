// The contract's shapes as JSON Schemas: those that a module exports by name stand once, among the components.
import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { describeField } from './field-descriptions.ts'

export type Json = Record<string, unknown>
type Direction = 'input' | 'output'

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

const isSchema = (value: unknown): value is GenericSchema => isObject(value) && value['kind'] === 'schema'

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

// What a JSON Schema cannot express (trimming, checks across fields) is missing from the document, not from
// the server's validation.
const convert = (
  schema: GenericSchema,
  direction: Direction,
  definitions?: Record<string, GenericSchema>
): Json => {
  const { $schema: _, ...rest } = toJsonSchema(schema, {
    typeMode: direction,
    errorMode: 'ignore',
    target: 'draft-2020-12',
    ...(definitions && {
      definitions,
      overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`
    }),
    // Many readers of such documents want `items` beside `prefixItems`.
    overrideSchema: ({ jsonSchema }) => {
      const { prefixItems, items } = jsonSchema
      if (!prefixItems || items !== undefined) return null
      return { ...jsonSchema, items: {}, minItems: prefixItems.length, maxItems: prefixItems.length }
    }
  })
  return rest
}

/** Adds to each property what it says, at any depth. */
function withDescriptions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withDescriptions)
  if (!isObject(value)) return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withDescriptions(inner)]))
  if (isObject(copy['properties'])) {
    copy['properties'] = Object.fromEntries(
      Object.entries(copy['properties']).map(([name, shape]) => [
        name,
        { description: describeField(name), ...(shape as Json) }
      ])
    )
  }
  return copy
}

/** Turns shapes into schemas, and keeps those with a name. */
export class Schemas {
  readonly #definitions: Record<Direction, Record<string, GenericSchema>> = { input: {}, output: {} }
  readonly #components: Json = {}

  constructor(modules: readonly object[]) {
    for (const [name, shape] of shapesOf(modules)) {
      const isSame = JSON.stringify(convert(shape, 'input')) === JSON.stringify(convert(shape, 'output'))
      this.#definitions.output[name] = shape
      this.#definitions.input[isSame ? name : `${name}Input`] = shape
    }
  }

  /** The schema of a shape, or a reference to it if it has a name. */
  of(schema: GenericSchema, direction: Direction): Json {
    const { $defs = {}, ...own } = convert(schema, direction, this.#definitions[direction]) as {
      $defs?: Json
    }
    for (const [name, definition] of Object.entries($defs))
      this.#components[name] ??= withDescriptions(definition)
    const known = Object.entries(this.#definitions[direction]).find(([, shape]) => shape === schema)
    if (!known) return withDescriptions(own) as Json
    this.#components[known[0]] ??= withDescriptions(own)
    return { $ref: `#/components/schemas/${known[0]}` }
  }

  /** The named schemas that the paths refer to, and those that these refer to. */
  componentsOf(paths: Json): Json {
    const wanted: Json = {}
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
  ): { name: string; isRequired: boolean; schema: Json; description: string | undefined }[] {
    const { required = [] } = convert(schema, 'input') as { required?: string[] }
    const { properties = {} } = convert(schema, 'output') as { properties?: Record<string, Json> }
    return Object.entries(properties).map(([name, shape]) => ({
      name,
      isRequired: required.includes(name),
      schema: shape,
      description: describeField(name)
    }))
  }
}
