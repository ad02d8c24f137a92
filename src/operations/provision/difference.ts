// How what files say differs from what the database has. Pure.

import type { ContentTree, FilePosition } from './content.ts'
import type { DesiredRow } from './desired.ts'
import type { FieldJson } from './fields.ts'
import { contentKindNames, type KindName } from './kinds/content-kind.ts'
import { contentKinds } from './kinds/content-kinds.ts'
import type { StoredContent, StoredContentRow } from './stored/stored-row.ts'

export interface RowChange {
  stored: StoredContentRow
  desired: DesiredRow
  /** The columns that differ; `display_order` and `is_active` among them. */
  columns: string[]
}

export interface Difference {
  added: DesiredRow[]
  changed: RowChange[]
  /** In the database and not in the files, in the order in which they go. Of what goes with its owner only the owner is told. */
  gone: { row: StoredContentRow; isTold: boolean }[]
}

export interface Effect {
  answers: number
  submissions: number
  /** Accounts of the organisations whose submissions they are. */
  people: number
}

export interface DifferenceEntry {
  change: 'new' | 'changed' | 'renamed' | 'retired' | 'removed' | 'refused'
  kind: KindName
  key: string
  columns?: string[]
  /** Its former name. */
  was?: string
  place?: FilePosition
  /** How many answers, submissions and people it affects. */
  effect?: Effect
  /** Of a refusal. */
  reason?: string
}

/** JSON with its fields in one order, because a database keeps them in its own. */
const canonicalJson = (value: FieldJson | undefined): string =>
  JSON.stringify(value ?? null, (_, part: FieldJson) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part
  )

export function contentDifference(stored: StoredContent, desired: ContentTree<DesiredRow>): Difference {
  const difference: Difference = { added: [], changed: [], gone: [] }
  for (const kind of contentKindNames) {
    for (const row of desired[kind].values()) {
      const before = stored[kind].get(row.key)
      if (before === undefined) difference.added.push(row)
      else {
        const columns = changedColumns(before, row)
        if (columns.length > 0) difference.changed.push({ stored: before, desired: row, columns })
      }
    }
  }
  for (const kind of contentKindNames.toReversed())
    for (const row of stored[kind].values()) {
      if (desired[kind].has(row.key) || !row.isActive) continue
      const fate = fateOf(row, stored, desired)
      if (fate !== 'stays') difference.gone.push({ row, isTold: fate === 'goes' })
    }
  return difference
}

function changedColumns(before: StoredContentRow, row: DesiredRow): string[] {
  const { isOrdered } = contentKinds[row.kind]
  const values = Object.keys(row.values).filter(
    column => canonicalJson(row.values[column]) !== canonicalJson(before.values[column])
  )
  const refs = Object.keys(row.refs).filter(column => row.refs[column] !== before.refs[column])
  return [
    ...values,
    ...refs,
    ...(before.isActive ? [] : ['is_active']),
    ...(isOrdered && before.isActive && row.order !== before.order ? ['display_order'] : [])
  ]
}

/** What belongs to or refers to something removed goes with it; what only belongs to something retired stays with that. */
function fateOf(
  row: StoredContentRow,
  stored: StoredContent,
  desired: ContentTree
): 'goes' | 'goes with its owner' | 'stays' {
  const { parent, refs = {} } = contentKinds[row.kind]
  const owners = [
    ...(parent ? [stored[parent.kind].get(row.parent)] : []),
    ...Object.entries(refs).map(([column, { kind }]) => stored[kind].get(row.refs[column] ?? ''))
  ].filter(owner => owner !== undefined && !desired[owner.kind].has(owner.key))
  if (owners.length === 0) return 'goes'
  return owners.every(owner => owner && staysInDatabase(owner, stored, desired))
    ? 'stays'
    : 'goes with its owner'
}

const staysInDatabase = (row: StoredContentRow, stored: StoredContent, desired: ContentTree): boolean =>
  contentKinds[row.kind].gone !== 'remove' || fateOf(row, stored, desired) === 'stays'
