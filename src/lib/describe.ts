// Describes fields where they are defined. Documents made from the schemas show the descriptions; the browser bundle leaves them out
// (src/sites/shell/contract-outline.ts).

import type { JsonSchema, OverrideActionContext, OverrideSchemaContext } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { isEmailAddress } from './text/email-address.ts'

export const describe = <S extends v.GenericSchema>(text: string, schema: S): S =>
  v.pipe(schema, v.description(text)) as unknown as S

/** The description of a field, added before or after it was made optional. */
export function descriptionOf(field: v.GenericSchema): string | undefined {
  const own = v.getDescription(field)
  return own === undefined && 'wrapped' in field ? descriptionOf(field.wrapped as v.GenericSchema) : own
}

/** The schema of a field without its description. */
const withoutDescription = (field: v.GenericSchema): v.GenericSchema =>
  'pipe' in field && v.getDescription(field) !== undefined ? (field.pipe as [v.GenericSchema])[0] : field

/**
 * Adds descriptions to the fields of an object in its JSON Schema, and references to named shapes. For `overrideSchema` of toJsonSchema, which
 * loses the description of a field whose input is transformed, and the name of a shape that has a description.
 */
export function describeFields(
  { valibotSchema, jsonSchema }: OverrideSchemaContext,
  describeField: (name: string, field: v.GenericSchema) => string | undefined = (_, field) =>
    descriptionOf(field),
  referTo: (shape: v.GenericSchema) => string | undefined = () => undefined
): JsonSchema | null {
  if (!('entries' in valibotSchema)) return null
  const fields = Object.entries(valibotSchema.entries as Record<string, v.GenericSchema>)
  const properties = fields.map(([name, field]): [string, JsonSchema] => {
    const $ref = referTo(withoutDescription(field))
    const description = describeField(name, field)
    return [
      name,
      {
        ...(description !== undefined && { description }),
        ...($ref === undefined ? (jsonSchema.properties?.[name] as JsonSchema) : { $ref })
      }
    ]
  })
  return { ...jsonSchema, properties: Object.fromEntries(properties) }
}

/** Adds our own checks to the JSON Schema. For `overrideAction` of toJsonSchema, which knows only those of valibot. */
export const describeChecks = ({ valibotAction, jsonSchema }: OverrideActionContext): JsonSchema | null =>
  'requirement' in valibotAction && valibotAction.requirement === isEmailAddress
    ? { ...jsonSchema, format: 'email' }
    : null
