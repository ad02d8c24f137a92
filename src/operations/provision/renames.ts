// Applies renames: `was` gives the former name of an item, which keeps everything that belongs to it.

import { contentKindNames, nameField } from './content-kinds/definition.ts'
import { contentKinds } from './content-kinds/registry.ts'
import { rowKey, type ContentTree } from './content.ts'
import type { DesiredRow } from './desired.ts'
import type { RowChange } from './difference.ts'
import type { StoredContentRow } from './stored/stored-row.ts'

/** New keys, by former key. */
export type Renames = ReadonlyMap<string, string>

export const renamesIn = (content: ContentTree<DesiredRow>): Renames =>
  new Map(
    contentKindNames.flatMap(kind =>
      [...content[kind].values()].flatMap((row): [string, string][] => {
        const name = nameField(contentKinds[kind])
        if (row.was === undefined || name === undefined) return []
        return [[rowKey({ ...row, values: { ...row.values, [name]: row.was } }), row.key]]
      })
    )
  )

/**
 * The keys of stored rows of one kind, in their order. A rename that was applied before is ignored, so that it may stay in the file. If a
 * retired row and one in use have the same name, the one in use gets the key.
 */
export function keysWith(
  renames: Renames,
  rows: readonly Omit<StoredContentRow, 'key'>[]
): Map<object, string> {
  const used = new Set(rows.filter(({ isActive }) => isActive).map(rowKey))
  const keys = new Map<object, string>()
  for (const row of rows) {
    const key = rowKey(row)
    const renamed = row.isActive ? renames.get(key) : undefined
    const isFree = renamed !== undefined && !used.has(renamed)
    if (isFree) used.add(renamed)
    keys.set(row, isFree ? renamed : key)
  }
  return keys
}

/** The former name of a renamed item. */
export function formerName({ stored, columns }: RowChange): string | undefined {
  const column = nameField(contentKinds[stored.kind])
  return column !== undefined && columns.includes(column) ? (stored.values[column] as string) : undefined
}
