// Applies renames: `was` gives the former name of an item, which keeps everything that belongs to it.
import { keyFor, keyOf, type Content } from './content.ts'
import type { DesiredRow } from './desired.ts'
import type { Change } from './difference.ts'
import { kindNames, nameField } from './kind.ts'
import { kinds } from './kinds.ts'
import type { StoredRow } from './stored-row.ts'

/** New keys, by former key. */
export type Renames = ReadonlyMap<string, string>

export const renamesIn = (content: Content<DesiredRow>): Renames =>
  new Map(
    kindNames.flatMap(kind =>
      [...content[kind].values()].flatMap(({ was, parent, key }): [string, string][] =>
        was === undefined ? [] : [[keyFor(parent, kind, was), key]]
      )
    )
  )

/**
 * The keys of stored rows of one kind, in their order. A rename that was applied before is ignored, so that it may stay in the file. If a
 * retired row and one in use have the same name, the one in use gets the key.
 */
export function keysWith(renames: Renames, rows: readonly Omit<StoredRow, 'key'>[]): Map<object, string> {
  const used = new Set(rows.filter(({ isActive }) => isActive).map(keyOf))
  const keys = new Map<object, string>()
  for (const row of rows) {
    const key = keyOf(row)
    const renamed = row.isActive ? renames.get(key) : undefined
    const isFree = renamed !== undefined && !used.has(renamed)
    if (isFree) used.add(renamed)
    keys.set(row, isFree ? renamed : key)
  }
  return keys
}

/** The former name of a renamed item. */
export function formerName({ stored, columns }: Change): string | undefined {
  const column = nameField(kinds[stored.kind])
  return column !== undefined && columns.includes(column) ? (stored.values[column] as string) : undefined
}
