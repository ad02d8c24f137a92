// The fields of files: what they may hold, and what holds where a file does not say.
import * as v from 'valibot'
import { EmailAddress, Html, Name, Text } from '#contract/fields.ts'

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json | undefined }

export interface Field {
  schema: v.GenericSchema
  /** What holds without it; a field without this one is required. */
  missing?: Json
}

export const field = (schema: v.GenericSchema, missing?: Json): Field =>
  missing === undefined ? { schema } : { schema: v.optional(schema, missing), missing }

/** A day is the beginning of it; written back it is a time. */
const Moment = v.pipe(
  v.string(),
  v.check(
    text => !Number.isNaN(Date.parse(text)) && /^\d{4}-\d{2}-\d{2}(T.*(Z|[+-]\d{2}:\d{2}))?$/.test(text),
    'must be like 2026-03-31 or 2026-03-31T12:00:00Z'
  ),
  v.transform(text => new Date(text).toISOString())
)

export const date = field(Moment)
export const nullableDate = field(v.nullable(Moment), null)
export const text = (most = 1000): Field => field(Text(most), '')
export const html = field(Html, '')
export const flag = (missing: boolean): Field => field(v.boolean(), missing)
export const number = (missing: number): Field => field(v.pipe(v.number(), v.finite()), missing)
/** One of a list that grows with the product, which the JSON Schema of editors therefore does not repeat. */
export const oneOf = (names: readonly string[]) =>
  v.pipe(
    v.string(),
    v.check(name => names.includes(name), `must be one of ${names.join(', ')}`)
  )
export const nullableNumber = field(v.nullable(v.pipe(v.number(), v.finite())), null)
export { EmailAddress, Html, Name, Text }
