// Reads untrusted JSON.

import * as v from 'valibot'
import { tooDeepAt } from '#lib/json-depth.ts'
import { err, ok, type Result } from '#lib/result.ts'

/** Deeper than any record, manifest or settings file of this product. */
const MAX_JSON_DEPTH = 32

/** The value if the text matches the schema; otherwise its fault, without a full stop. */
export function readJson<S extends v.GenericSchema>(text: string, schema: S): Result<v.InferOutput<S>> {
  if (tooDeepAt(text, MAX_JSON_DEPTH) !== null)
    return err(`it is nested more than ${MAX_JSON_DEPTH} levels deep`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return err('it is not JSON')
  }
  const read = v.safeParse(schema, value)
  if (read.success) return ok(read.output)
  const [issue] = read.issues
  return err(`${v.getDotPath(issue) ?? 'it'} is invalid`)
}
