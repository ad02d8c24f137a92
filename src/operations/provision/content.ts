// What a programme is made of, by names instead of ids: from files and from a database it looks alike, so that the two can be compared.
import type { Json } from './fields.ts'
import { kindNames, type KindName } from './kind.ts'
import { kinds } from './kinds.ts'

/** Where a row stands in a file. */
export interface Position {
  file: string
  line: number
}

export interface Row {
  kind: KindName
  /** The names from the programme down to it; of one kind there is no other with this key. */
  key: string
  /** The key of what it belongs to; '' is the programme. */
  parent: string
  values: Record<string, Json>
  /** Keys of what it refers to, by column. */
  refs: Record<string, string | null>
  /** Its place among its siblings, from 1. */
  order: number
}

export type Content<R extends Row = Row> = Record<KindName, Map<string, R>>

export const emptyContent = <R extends Row = Row>(): Content<R> =>
  Object.fromEntries(kindNames.map(kind => [kind, new Map<string, R>()])) as Content<R>

const escaped = (name: string): string => name.replaceAll('%', '%25').replaceAll('/', '%2F')
const unescaped = (name: string): string => name.replaceAll('%2F', '/').replaceAll('%25', '%')

export const keyFor = (parent: string, kind: KindName, name: string): string =>
  `${parent}${parent === '' ? '' : '/'}${kind}:${escaped(name)}`

/** What a row is called in files. */
export function nameIn(key: string): string {
  const last = key.slice(key.lastIndexOf('/') + 1)
  return unescaped(last.slice(last.indexOf(':') + 1))
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
  return other.slice(shared).map(nameIn).join('/')
}

/** The key that a row has if nothing else of its kind has the same name. */
export function keyOf({ kind, parent, values, refs }: Omit<Row, 'key'>): string {
  const parts = kinds[kind].key.map(column => {
    if (!Object.hasOwn(refs, column)) return values[column] as string | number
    const key = refs[column]
    return key === null || key === undefined ? '' : nameFrom(parent, key)
  })
  return keyFor(parent, kind, parts.join('/').replace(/\/+$/, ''))
}

/** Adds a row under its own key, or under its new one; a duplicate name gets a number appended. */
export function addRow<R extends Row>(content: Content<R>, row: Omit<R, 'key'>, plain = keyOf(row)): R {
  const rows = content[row.kind]
  let key = plain
  for (let number = 2; rows.has(key); number++) key = `${plain} (${number})`
  const added = { ...row, key } as R
  rows.set(key, added)
  return added
}

export const rowsUnder = <R extends Row>(content: Content<R>, kind: KindName, parent: string): R[] =>
  [...content[kind].values()].filter(row => row.parent === parent)
