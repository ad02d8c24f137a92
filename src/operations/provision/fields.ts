// Builds the definitions of fields in files: schema, description and default.

import * as v from 'valibot'
import { Html, Text } from '#contract/fields.ts'
import type { WindowEnd } from '#domain/projects/window-days.ts'
import { describe } from '#lib/describe.ts'
import { isCalendarDate } from '#lib/time/calendar-date.ts'

export type FieldJson =
  | string
  | number
  | boolean
  | null
  | FieldJson[]
  | { [name: string]: FieldJson | undefined }

export interface KindField {
  schema: v.GenericSchema
  /** The default for a new item; an existing item keeps its value. Without a default, the field is required. */
  missing?: FieldJson
  /** For a day: whether it stands for its beginning or its end. */
  end?: WindowEnd
}

/** `description` is what editors show for the field. */
export const field = (description: string, schema: v.GenericSchema, missing?: FieldJson): KindField =>
  missing === undefined
    ? { schema: describe(description, schema) }
    : { schema: describe(description, v.exactOptional(schema)), missing }

/** The schemas of a call's fields, without those that it may omit being optional. */
export const unwrapOptional = <FieldName extends string>(
  fields: Record<FieldName, v.GenericSchema>
): Record<FieldName, v.GenericSchema> =>
  Object.fromEntries(
    Object.entries<v.GenericSchema & { wrapped?: v.GenericSchema }>(fields).map(([name, schema]) => [
      name,
      (schema.type.endsWith('optional') ? schema.wrapped : undefined) ?? schema
    ])
  ) as Record<FieldName, v.GenericSchema>

/** A timestamp, or a day, which moments.ts converts in the programme's time zone. */
const DayOrMoment = v.pipe(
  v.string(),
  v.check(
    text =>
      isCalendarDate(text.slice(0, 10)) &&
      !Number.isNaN(Date.parse(text)) &&
      /^\d{4}-\d{2}-\d{2}(T.*(Z|[+-]\d{2}:\d{2}))?$/.test(text),
    'must be like 2026-03-31 or 2026-03-31T12:00:00Z'
  ),
  v.transform(text => (isCalendarDate(text) ? text : new Date(text).toISOString()))
)

const day =
  (end: WindowEnd) =>
  (description: string): KindField => ({ ...field(description, DayOrMoment), end })
const nullableDay =
  (end: WindowEnd) =>
  (description: string): KindField => ({ ...field(description, v.nullable(DayOrMoment), null), end })
export const firstDay = day('opens')
export const lastDay = day('closes')
export const nullableFirstDay = nullableDay('opens')
export const nullableLastDay = nullableDay('closes')
export const textColumn = (description: string, most = 1000): KindField => field(description, Text(most), '')
export const html = (description: string): KindField => field(description, Html, '')
export const flag = (description: string, missing: boolean): KindField =>
  field(description, v.boolean(), missing)
/** One of a list that grows with the product. The JSON Schema for editors does not repeat it, so that it cannot be out of date. */
export const oneOf = (names: readonly string[]) =>
  v.pipe(
    v.string(),
    v.check(name => names.includes(name), `must be one of ${names.join(', ')}`)
  )
