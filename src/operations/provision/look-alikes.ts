// Names that look the same to people but differ in files or in the database.

import { foldedText } from '#lib/text/text-characters.ts'
import type { KindName } from './content-kinds/definition.ts'
import { contentKinds } from './content-kinds/registry.ts'
import { nameOfKey, type ContentRow } from './content.ts'
import { refuseRow, type Difference, type DifferenceEntry } from './difference.ts'
import { formerName } from './renames.ts'
import type { StoredContent } from './stored/stored-row.ts'

/** Kinds that may repeat are distinguished by their order; those named by a reference are checked with it. */
export const isToldByName = (kind: KindName): boolean => {
  const { mayRepeat, key, refs = {} } = contentKinds[kind]
  return mayRepeat !== true && !key.some(column => Object.hasOwn(refs, column))
}

/** The same for all names that look alike beside each other. */
export const lookOf = ({ parent, key }: Pick<ContentRow, 'parent' | 'key'>): string =>
  `${parent}\n${foldedText(nameOfKey(key))}`

/** Refuses a new name that looks like that of a row which is retired, or would be: once that row is restored, people could not tell them apart. */
export function refusalsOfLookAlikes(
  stored: StoredContent,
  { added, changed }: Difference
): DifferenceEntry[] {
  const renamed = changed.filter(change => formerName(change) !== undefined).map(({ desired }) => desired)
  const named = [...added, ...renamed].filter(
    ({ kind }) => contentKinds[kind].onRemoval === 'retire' && isToldByName(kind)
  )
  return [...Map.groupBy(named, ({ kind }) => kind)].flatMap(([kind, rows]) => {
    const known = Map.groupBy(stored[kind].values(), lookOf)
    return rows.flatMap((row): DifferenceEntry[] => {
      const other = known.get(lookOf(row))?.find(({ key }) => key !== row.key)
      if (other === undefined) return []
      const reason = `looks like "${nameOfKey(other.key)}" in the database; give it exactly that name, or a different one`
      return [refuseRow(row, reason)]
    })
  })
}
