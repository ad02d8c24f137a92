// What a programme is made of, by names instead of ids: from files and from a database it looks alike, so that the two can be compared.

import type { FieldJson } from './fields.ts'
import { contentKindNames, type KindName } from './kinds/content-kind.ts'
import { contentKinds } from './kinds/content-kinds.ts'

/** Where a row stands in a file. */
export interface FilePosition {
  file: string
  line: number
}

export interface ContentRow {
  kind: KindName
  /** The names from the programme down to it; of one kind there is no other with this key. */
  key: string
  /** The key of what it belongs to; '' is the programme. */
  parent: string
  values: Record<string, FieldJson>
  /** Keys of what it refers to, by column. */
  refs: Record<string, string | null>
  /** Its place among its siblings, from 1. */
  order: number
}

export type ContentTree<R extends ContentRow = ContentRow> = Record<KindName, Map<string, R>>

export const emptyContent = <R extends ContentRow = ContentRow>(): ContentTree<R> =>
  Object.fromEntries(contentKindNames.map(kind => [kind, new Map<string, R>()])) as ContentTree<R>

const escapeKeyPart = (name: string): string => name.replaceAll('%', '%25').replaceAll('/', '%2F')
const unescapeKeyPart = (name: string): string => name.replaceAll('%2F', '/').replaceAll('%25', '%')

export const keyFor = (parent: string, kind: KindName, name: string): string =>
  `${parent}${parent === '' ? '' : '/'}${kind}:${escapeKeyPart(name)}`

/** What a row is called in files. */
export function nameOfKey(key: string): string {
  const last = key.slice(key.lastIndexOf('/') + 1)
  return unescapeKeyPart(last.slice(last.indexOf(':') + 1))
}

/** The key of what of this kind a row belongs to, or is. */
export function ancestor(key: string, kind: KindName): string {
  const parts = key.split('/')
  const at = parts.findIndex(part => part.startsWith(`${kind}:`))
  return at === -1 ? '' : parts.slice(0, at + 1).join('/')
}

/** The names that lead to a row from what it shares with another. */
function nameFrom(here: string, key: string): string {
  const [own, other] = [here.split('/'), key.split('/')]
  const shared = other.findIndex((part, index) => part !== own[index])
  return other.slice(shared).map(nameOfKey).join('/')
}

/** The key that a row has if nothing else of its kind has the same name. */
export function rowKey({ kind, parent, values, refs }: Omit<ContentRow, 'key'>): string {
  const parts = contentKinds[kind].key.map(column => {
    if (!Object.hasOwn(refs, column)) return values[column] as string | number
    const key = refs[column]
    return key === null || key === undefined ? '' : nameFrom(parent, key)
  })
  return keyFor(parent, kind, parts.join('/').replace(/\/+$/, ''))
}

/** Adds a row under its own key, or under its new one; a duplicate name gets a number appended. */
export function addContentRow<R extends ContentRow>(
  content: ContentTree<R>,
  row: Omit<R, 'key'>,
  plain = rowKey(row)
): R {
  const rows = content[row.kind]
  let key = plain
  for (let number = 2; rows.has(key); number++) key = `${plain} (${number})`
  const added = { ...row, key } as R
  rows.set(key, added)
  return added
}

export const rowsUnder = <R extends ContentRow>(
  content: ContentTree<R>,
  kind: KindName,
  parent: string
): R[] => [...content[kind].values()].filter(row => row.parent === parent)
