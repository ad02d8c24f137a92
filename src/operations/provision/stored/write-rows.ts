// Writes rows of files to the database, with ids in place of names.

import { sql } from 'kysely'
import { storedAggregate } from '#operations/provision/aggregates.ts'
import { nameField, type KindName } from '#operations/provision/content-kinds/definition.ts'
import { contentKinds } from '#operations/provision/content-kinds/registry.ts'
import { rowKey } from '#operations/provision/content.ts'
import type { DesiredRow } from '#operations/provision/desired.ts'
import { rowsOf, type Difference, type RowChange } from '#operations/provision/difference.ts'
import type { FieldJson } from '#operations/provision/fields.ts'
import { FORMULAS } from '#operations/provision/formulas/formulas.ts'
import { formerName } from '#operations/provision/renames.ts'
import { insertRows } from '#server/database/bulk.ts'
import type { Tx } from '#server/database/schema.ts'
import { identityColumns } from './stored-content.ts'
import { rowId, type StoredContent, type StoredContentRow } from './stored-row.ts'

/** Ids by key. */
export type IdsByKey = Record<string, number>

export function idsByKey(stored: StoredContent): IdsByKey {
  const ids: IdsByKey = {}
  for (const rows of Object.values(stored))
    for (const row of rows.values()) if (contentKinds[row.kind].id !== undefined) ids[row.key] = rowId(row)
  return ids
}

/** Columns that are written separately: formulas once all rows have ids, files in a table of their own. */
const isWrittenLater = (kind: KindName, column: string): boolean =>
  (kind === 'questions' && FORMULAS.some(formula => formula === column)) || column === 'digest'

function columnValues({ kind, values, refs, order }: DesiredRow, ids: IdsByKey): Record<string, FieldJson> {
  const { refs: references = {}, isOrdered } = contentKinds[kind]
  return {
    ...Object.fromEntries(Object.entries(values).filter(([column]) => !isWrittenLater(kind, column))),
    ...Object.fromEntries(
      Object.entries(refs).map(([column, key]) => [
        column,
        key === null ? (references[column]?.none ?? null) : (ids[key] ?? null)
      ])
    ),
    // Replaces members who were chosen on screen.
    ...(kind === 'peer_groups' && {
      member_rule: { kind: 'file', ...(values['member_rule'] as Record<string, FieldJson>) }
    }),
    ...(kind === 'chart_parameters' && { aggregate: storedAggregate({ values, refs }, ids) }),
    ...(isOrdered && { display_order: order })
  }
}

/** Inserts new rows of one kind and adds their ids to `ids`. */
export async function insertAll(
  tx: Tx,
  kind: KindName,
  rows: readonly DesiredRow[],
  ids: IdsByKey,
  { programmeId, now, sizeOf }: { programmeId: number; now: Date; sizeOf: (key: string) => number }
): Promise<void> {
  const { id, parent, constants, hasVersion, onRemoval } = contentKinds[kind]
  const written = rows.map(row => ({
    programme_id: programmeId,
    ...(parent && { [parent.column]: row.parent === '' ? null : ids[row.parent] }),
    ...columnValues(row, ids),
    ...constants,
    ...(hasVersion && { version: 1 }),
    ...(onRemoval === 'retire' && { is_active: true }),
    ...(kind === 'documents' && { size_bytes: sizeOf(row.key) }),
    ...(kind === 'peer_groups' && { created_at: now.toISOString() })
  }))
  const newIds = await insertRows(tx, kind, written, id)
  if (id !== undefined) for (const [index, row] of rows.entries()) ids[row.key] = newIds[index] ?? 0
}

function rowCondition(programmeId: number, { kind, identity }: StoredContentRow) {
  const conditions = identityColumns(kind).map(column => sql`${sql.ref(column)} = ${identity[column]}`)
  return sql`programme_id = ${programmeId} and ${sql.join(conditions, sql` and `)}`
}

/** Objects and lists of objects are stored as JSON, lists of texts as arrays. */
const columnValue = (value: FieldJson | undefined): unknown =>
  typeof value === 'object' &&
  value !== null &&
  !(Array.isArray(value) && value.every(one => typeof one === 'string'))
    ? JSON.stringify(value)
    : value

export async function updateRow(
  tx: Tx,
  programmeId: number,
  { stored, desired, columns }: RowChange,
  ids: IdsByKey,
  sizeOf: (key: string) => number
): Promise<void> {
  const cells = columnValues(desired, ids)
  const { kind } = desired
  const set = [
    ...columns
      .filter(column => column in cells && column !== 'display_order')
      .map(column => sql`${sql.ref(column)} = ${columnValue(cells[column])}`),
    ...(columns.includes('is_active') ? [sql`is_active = true`] : []),
    ...(columns.includes('digest') ? [sql`size_bytes = ${sizeOf(desired.key)}`] : []),
    ...(contentKinds[kind].hasVersion ? [sql`version = version + 1`] : [])
  ]
  if (set.length > 0)
    await sql`update ${sql.table(kind)} set ${sql.join(set)} where ${rowCondition(programmeId, stored)}`.execute(
      tx
    )
}

/** Raises the versions of rows of which only a list has changed, so that an editor that was opened before does not replace the list. */
export async function raiseVersions(
  tx: Tx,
  programmeId: number,
  stored: StoredContent,
  difference: Difference
): Promise<void> {
  const raised = new Set(difference.changed.map(({ desired }) => desired.key))
  for (const { kind, parent } of rowsOf(difference)) {
    const owner = contentKinds[kind].parent
    const row = owner && stored[owner.kind].get(parent)
    if (contentKinds[kind].sharesVersion !== true || row === undefined || raised.has(parent)) continue
    raised.add(parent)
    await sql`update ${sql.table(row.kind)} set version = version + 1 where ${rowCondition(programmeId, row)}`.execute(
      tx
    )
  }
}

export async function writeOrder(
  tx: Tx,
  programmeId: number,
  row: StoredContentRow,
  order: number
): Promise<void> {
  await sql`update ${sql.table(row.kind)} set display_order = ${order} where ${rowCondition(programmeId, row)}`.execute(
    tx
  )
}

export async function retireRow(tx: Tx, programmeId: number, row: StoredContentRow): Promise<void> {
  const version = contentKinds[row.kind].hasVersion ? sql`, version = version + 1` : sql``
  await sql`update ${sql.table(row.kind)} set is_active = false ${version} where ${rowCondition(programmeId, row)}`.execute(
    tx
  )
}

/** Tables with data that belongs to these rows alone. */
const ownTables: Partial<Record<KindName, readonly string[]>> = {
  documents: ['document_files'],
  peer_groups: ['peer_group_memberships']
}

export async function deleteRow(tx: Tx, programmeId: number, row: StoredContentRow): Promise<void> {
  const where = rowCondition(programmeId, row)
  for (const table of ownTables[row.kind] ?? [])
    await sql`delete from ${sql.table(table)} where ${where}`.execute(tx)
  await sql`delete from ${sql.table(row.kind)} where ${where}`.execute(tx)
}

/** Renames rows before new ones are written, because a new row may take a freed name. Each rename waits until its new name is free. */
export async function writeNames(tx: Tx, programmeId: number, changes: readonly RowChange[]): Promise<void> {
  let left = changes.filter(change => formerName(change) !== undefined)
  while (left.length > 0) {
    const taken = new Set(left.map(({ stored }) => `${stored.parent} ${rowKey(stored)}`))
    const free = left.filter(({ desired }) => !taken.has(`${desired.parent} ${rowKey(desired)}`))
    for (const { stored, desired } of free) {
      const column = nameField(contentKinds[stored.kind]) ?? ''
      const name = desired.values[column] as string
      await sql`
        update ${sql.table(stored.kind)} set ${sql.ref(column)} = ${name}
        where ${rowCondition(programmeId, stored)}`.execute(tx)
    }
    if (free.length === 0) return
    left = left.filter(change => !free.includes(change))
  }
}
