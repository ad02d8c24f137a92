// Reads a reply, which may lack what the contract promises: another API of the same specification, or an older version of this one.

import type { Endpoint } from '#contract/endpoint.ts'
import { isRecord } from '#lib/is-record.ts'

/** What is followed of a schema. */
interface ReplySchema {
  type: string
  entries?: Record<string, ReplySchema>
  item?: ReplySchema
  wrapped?: ReplySchema
  /** Of a variant: the key that tells its options apart; each has a literal there. */
  key?: string
  options?: readonly unknown[]
  literal?: unknown
  /** Of an optional value: what stands for it where it is missing. */
  default?: unknown
}

/**
 * The reply, if it is an object with every key of the contract, or null. A list within it that is missing is empty, a missing value that may be
 * null is null, and one with a default has it, so that no screen meets a gap. Other values are trusted.
 */
export function readReply(
  reply: unknown,
  schema: Exclude<Endpoint['reply'], 'file'>
): Record<string, unknown> | null {
  if (!isRecord(reply)) return null
  const isWhole = entriesOf(schema as ReplySchema).every(
    ([key, { type }]) => isGap(type) || (type === 'array' ? Array.isArray(reply[key]) : key in reply)
  )
  return isWhole && complete(reply, schema) ? reply : null
}

/** Whether the contract allows that a key is missing. */
const isGap = (type: string): boolean => type === 'optional' || type === 'exact_optional'

/** Fills the gaps of a value. Returns false where what is missing has no substitute. */
function complete(value: unknown, schema: ReplySchema): boolean {
  if (schema.wrapped) return (value ?? null) === null || complete(value, schema.wrapped)
  if (schema.item) return Array.isArray(value) && value.every(item => complete(item, schema.item!))
  if (schema.type === 'variant') return isRecord(value) && completeVariant(value, schema)
  if (!schema.entries) return true
  return (
    isRecord(value) &&
    entriesOf(schema).every(([key, part]) => {
      if ((value[key] ?? null) === null) fillGap(value, key, part)
      return complete(value[key], part)
    })
  )
}

/** A kind that this version does not know is trusted. */
function completeVariant(value: Record<string, unknown>, { key = '', options = [] }: ReplySchema): boolean {
  const option = (options as ReplySchema[]).find(({ entries }) => entries?.[key]?.literal === value[key])
  return option === undefined || complete(value, option)
}

function fillGap(record: Record<string, unknown>, key: string, { type, ...part }: ReplySchema): void {
  if (type === 'array') record[key] = []
  else if (type === 'nullable') record[key] = null
  else if (isGap(type) && !(key in record) && part.default !== undefined) record[key] = part.default
}

const schemaEntries = new WeakMap<ReplySchema, [string, ReplySchema][]>()

/** The keys of an object, once for each schema: a reply may have thousands of the same. */
function entriesOf(schema: ReplySchema): [string, ReplySchema][] {
  const known = schemaEntries.get(schema) ?? Object.entries(schema.entries ?? {})
  schemaEntries.set(schema, known)
  return known
}
