// The fields of files: what they may hold, and what holds where a file does not say.
import * as v from 'valibot'
import type { WindowEnd } from '#domain/projects/window-days.ts'
import { isCalendarDate } from '#lib/calendar-date.ts'
import { EmailAddress, Html, Name, Text } from '#contract/fields.ts'

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json | undefined }

export interface Field {
  schema: v.GenericSchema
  /** The default for a new item; an existing item keeps its value. Without a default, the field is required. */
  missing?: Json
  /** For a day: whether it means its beginning or its end. */
  end?: WindowEnd
}

export const field = (schema: v.GenericSchema, missing?: Json): Field =>
  missing === undefined ? { schema } : { schema: v.exactOptional(schema), missing }

/** A day, which means a moment only in a programme's time zone (moments.ts), or a moment. */
const Moment = v.pipe(
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

const nullableMoment = field(v.nullable(Moment), null)
/** The first day of something, and the last one. */
export const firstDay: Field = { ...field(Moment), end: 'opens' }
export const lastDay: Field = { ...field(Moment), end: 'closes' }
export const nullableFirstDay: Field = { ...nullableMoment, end: 'opens' }
export const nullableLastDay: Field = { ...nullableMoment, end: 'closes' }
export const text = (most = 1000): Field => field(Text(most), '')
export const html = field(Html, '')
export const flag = (missing: boolean): Field => field(v.boolean(), missing)
/** One of a list that grows with the product, which the JSON Schema of editors therefore does not repeat. */
export const oneOf = (names: readonly string[]) =>
  v.pipe(
    v.string(),
    v.check(name => names.includes(name), `must be one of ${names.join(', ')}`)
  )
export { EmailAddress, Html, Name, Text }
