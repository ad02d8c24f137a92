// Where an operation's reply has lists, according to its schema; and replies with one of them removed.

import type { Endpoint } from '#contract/endpoint.ts'

export interface SchemaPart {
  type: string
  entries?: Record<string, SchemaPart>
  item?: SchemaPart
  wrapped?: SchemaPart
  default?: unknown
  options?: readonly unknown[]
}

/** Keys from the reply to a list; `null` stands for each item of a list. */
export type ListPath = readonly (string | null)[]

export interface ReplyList {
  path: ListPath
  /** Whether the contract allows that it is null or missing. */
  isOptional: boolean
  /** Whether the schema then yields an empty list. */
  hasDefault: boolean
}

/** All lists in a reply, outer ones first. */
export function listsOf({ reply }: Pick<Endpoint, 'reply'>): ReplyList[] {
  const lists: ReplyList[] = []
  const walk = (part: SchemaPart, path: ListPath, isOptional = false, hasDefault = false): void => {
    if (part.wrapped) walk(part.wrapped, path, true, part.default !== undefined)
    else if (part.item) {
      lists.push({ path, isOptional, hasDefault })
      walk(part.item, [...path, null])
    } else if (part.type === 'variant')
      for (const option of part.options ?? []) walk(option as SchemaPart, path)
    else for (const [key, entry] of Object.entries(part.entries ?? {})) walk(entry, [...path, key])
  }
  if (reply !== 'file') walk(reply, [])
  return lists
}

/** Removes the lists at a path from the reply; returns whether there was one. */
export function removeList(reply: unknown, [key, ...rest]: ListPath): boolean {
  if (typeof reply !== 'object' || reply === null || key === undefined) return false
  if (key === null)
    return Array.isArray(reply) && reply.map(item => removeList(item, rest)).some(isRemoved => isRemoved)
  const record = reply as Record<string, unknown>
  if (rest.length > 0) return removeList(record[key], rest)
  const had = key in record
  delete record[key]
  return had
}

export const nameOf = (path: ListPath): string => path.map(key => key ?? '[]').join('.')
