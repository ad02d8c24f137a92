// The content of a programme, with names in place of ids. Content from files and from the database has the same form, so that the two can be
// compared.

import { contentKindNames, type KindName } from './content-kinds/definition.ts'
import { contentKinds } from './content-kinds/registry.ts'
import type { FieldJson } from './fields.ts'

export interface FilePosition {
  file: string
  line: number
}

export interface ContentRow {
  kind: KindName
  /** The names that lead from the programme to the row; unique within its kind. */
  key: string
  /** The key of its parent; '' is the programme. */
  parent: string
  values: Record<string, FieldJson>
  /** Keys of the rows that it refers to, by column. */
  refs: Record<string, string | null>
  /** Its position among its siblings, from 1. */
  order: number
}

export type ContentTree<R extends ContentRow = ContentRow> = Record<KindName, Map<string, R>>

export const emptyContent = <R extends ContentRow = ContentRow>(): ContentTree<R> =>
  Object.fromEntries(contentKindNames.map(kind => [kind, new Map<string, R>()])) as ContentTree<R>

const escapeKeyPart = (name: string): string => name.replaceAll('%', '%25').replaceAll('/', '%2F')
const unescapeKeyPart = (name: string): string => name.replaceAll('%2F', '/').replaceAll('%25', '%')

export const keyFor = (parent: string, kind: KindName, name: string): string =>
  `${parent}${parent === '' ? '' : '/'}${kind}:${escapeKeyPart(name)}`

/** The name of a row in files. */
export function nameOfKey(key: string): string {
  const last = key.slice(key.lastIndexOf('/') + 1)
  return unescapeKeyPart(last.slice(last.indexOf(':') + 1))
}

/** The key of a row's ancestor of this kind, or its own if it is of this kind; '' without one. */
export function ancestor(key: string, kind: KindName): string {
  const parts = key.split('/')
  const at = parts.findIndex(part => part.startsWith(`${kind}:`))
  return at === -1 ? '' : parts.slice(0, at + 1).join('/')
}

/** The names in a key after the part that it shares with another one. */
function relativeName(from: string, key: string): string {
  const [own, other] = [from.split('/'), key.split('/')]
  const shared = other.findIndex((part, index) => part !== own[index])
  return other.slice(shared).map(nameOfKey).join('/')
}

/** The key of a row whose name is unique. */
export function rowKey({ kind, parent, values, refs }: Omit<ContentRow, 'key'>): string {
  const parts = contentKinds[kind].key.map(column => {
    if (!Object.hasOwn(refs, column)) return values[column] as string | number
    const key = refs[column]
    return key === null || key === undefined ? '' : relativeName(parent, key)
  })
  return keyFor(parent, kind, parts.join('/').replace(/\/+$/, ''))
}

/** By rows of a kind and key: the next number for a duplicate, so that thousands of duplicates are not counted from the start each time. */
const duplicates = new WeakMap<Map<string, ContentRow>, Map<string, number>>()

/** Adds a row under a key, by default its own; a duplicate gets a number appended. */
export function addContentRow<R extends ContentRow>(
  content: ContentTree<R>,
  row: Omit<R, 'key'>,
  plain = rowKey(row)
): R {
  const rows = content[row.kind]
  const numbers = duplicates.get(rows) ?? new Map<string, number>()
  duplicates.set(rows, numbers)
  let number = numbers.get(plain) ?? 2
  let key = plain
  for (; rows.has(key); number++) key = `${plain} (${number})`
  numbers.set(plain, number)
  const added = { ...row, key } as R
  rows.set(key, added)
  return added
}

/** The key of a row's parent, from its own key; '' is the programme. */
export const parentKey = (key: string): string => key.slice(0, Math.max(0, key.lastIndexOf('/')))

export const rowsUnder = <R extends ContentRow>(
  content: ContentTree<R>,
  kind: KindName,
  parent: string
): R[] => [...content[kind].values()].filter(row => row.parent === parent)

/** The key at a position, from 0, without a copy of the others. */
export function keyAt(rows: ReadonlyMap<string, unknown>, position: number): string | undefined {
  if (position >= rows.size) return undefined
  let left = position
  for (const key of rows.keys()) {
    if (left === 0) return key
    left -= 1
  }
  return undefined
}
