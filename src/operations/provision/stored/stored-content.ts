// Reads the content of a programme from the database, with names in place of ids.

import { sql } from 'kysely'
import { chunksOf } from '#lib/group-by.ts'
import { nameOptions } from '#operations/provision/aggregates.ts'
import { contentKindNames, type KindName } from '#operations/provision/content-kinds/definition.ts'
import { contentKinds } from '#operations/provision/content-kinds/registry.ts'
import { addContentRow, emptyContent } from '#operations/provision/content.ts'
import type { FieldJson } from '#operations/provision/fields.ts'
import { nameFormulas } from '#operations/provision/formulas/formulas.ts'
import { leaveOutUnreadable } from '#operations/provision/formulas/unreadable-formulas.ts'
import { keysWith, type Renames } from '#operations/provision/renames.ts'
import type { Database } from '#server/database/schema.ts'
import { rowId, type StoredContent, type StoredContentRow } from './stored-row.ts'
import { addMemberRules } from './stored-rules.ts'

type StoredCell = string | number | boolean | null | Date | FieldJson[]
type Cells = Record<string, StoredCell>

/** The stored content; renamed rows have their new keys. */
export async function readStoredContent(
  database: Database,
  programmeId: number,
  renames: Renames = new Map()
): Promise<StoredContent> {
  const content = emptyContent<StoredContentRow>()
  /** Keys by id. */
  const keys = Object.fromEntries(contentKindNames.map(kind => [kind, new Map<number, string>()])) as Record<
    KindName,
    Map<number, string>
  >
  for (const kind of contentKindNames) {
    const { id, parent } = contentKinds[kind]
    const rows = (await readKindCells(database, programmeId, kind)).flatMap(cells => {
      const parentKey = parent === undefined ? '' : keys[parent.kind].get(Number(cells[parent.column]))
      return parentKey === undefined && parent?.isOptional !== true
        ? []
        : [rowFrom(kind, cells, parentKey ?? '', keys)]
    })
    const named = keysWith(renames, rows)
    // If two rows have the same name, the one in use gets the key, whatever their order.
    for (const row of [
      ...rows.filter(({ isActive }) => isActive),
      ...rows.filter(({ isActive }) => !isActive)
    ]) {
      const { key } = addContentRow(content, row, named.get(row))
      if (id !== undefined) keys[kind].set(row.identity[id] ?? 0, key)
    }
    markUsed(content, kind)
    if (kind !== 'question_memberships') continue
    leaveOutUnreadable(content)
    markUsed(content, 'question_options')
  }
  await addDigests(database, programmeId, content)
  await addMemberRules(database, programmeId, content)
  nameFormulas(content, rowId)
  nameOptions(content)
  return content
}

async function readKindCells(database: Database, programmeId: number, name: KindName): Promise<Cells[]> {
  const kind = contentKinds[name]
  const identity = identityColumns(name)
  const columns = new Set([
    ...identity,
    ...(kind.parent ? [kind.parent.column] : []),
    ...Object.keys(kind.fields),
    ...Object.keys(kind.refs ?? {}),
    ...(kind.isOrdered ? ['display_order'] : []),
    ...(kind.onRemoval === 'retire' ? ['is_active'] : [])
  ])
  const own = Object.entries(kind.constants ?? {}).map(
    ([column, value]) => sql`and ${sql.ref(column)} = ${value}`
  )
  const order = [...(kind.isOrdered ? ['display_order'] : []), ...identity].map(column => sql.ref(column))
  const { rows } = await sql<Cells>`
    select ${sql.join([...columns].map(column => sql.ref(column)))} from ${sql.table(name)}
    where programme_id = ${programmeId} ${sql.join(own, sql` `)} order by ${sql.join(order)}`.execute(
    database
  )
  return rows
}

export function identityColumns(name: KindName): string[] {
  const { id, parent, refs } = contentKinds[name]
  return id === undefined ? [...(parent ? [parent.column] : []), ...Object.keys(refs ?? {})] : [id]
}

function rowFrom(
  kind: KindName,
  cells: Cells,
  parent: string,
  keys: Record<KindName, Map<number, string>>
): Omit<StoredContentRow, 'key'> {
  const { fields, refs = {} } = contentKinds[kind]
  const parentColumn = contentKinds[kind].parent?.column
  const values = Object.fromEntries(Object.keys(fields).map(column => [column, jsonOf(cells[column])]))
  // No file can refer to a question without a code, so it gets a name that no file can contain.
  if (kind === 'questions') values['question_code'] ??= `(question ${cells['question_id'] as number})`
  return {
    kind,
    parent,
    values,
    refs: Object.fromEntries(
      Object.entries(refs).map(([column, { kind: other }]) => [
        column,
        keys[other].get(Number(cells[column] ?? 0)) ?? null
      ])
    ),
    order: 0,
    storedOrder: Number(cells['display_order'] ?? 0),
    owner: parentColumn === undefined ? {} : { [parentColumn]: Number(cells[parentColumn]) },
    identity: Object.fromEntries(identityColumns(kind).map(column => [column, Number(cells[column])])),
    isActive: cells['is_active'] !== false,
    isUsed: false
  }
}

const jsonOf = (cell: StoredCell | undefined): FieldJson =>
  cell instanceof Date ? cell.toISOString() : (cell ?? null)

/**
 * Marks rows in use: those that are not retired and do not depend on a retired row. Renumbers their orders, because gaps in stored orders mean
 * nothing; within a retired parent, among the rows that were in use with it.
 */
function markUsed(content: StoredContent, kind: KindName): void {
  const { parent, refs = {} } = contentKinds[kind]
  const isUsed = (other: KindName, key: string | null | undefined): boolean =>
    key === null || key === undefined || key === '' || content[other].get(key)?.isUsed === true
  const counts = new Map<string, number>()
  for (const row of content[kind].values()) {
    const isOwned = parent === undefined || isUsed(parent.kind, row.parent)
    const isWhole = Object.entries(refs).every(([column, { kind: other }]) => isUsed(other, row.refs[column]))
    row.isUsed = row.isActive && isOwned && isWhole
    if (!row.isActive || (isOwned && !isWhole)) continue
    row.order = (counts.get(row.parent) ?? 0) + 1
    counts.set(row.parent, row.order)
  }
}

/** Documents of one statement: each may have 64 MB. */
const MAX_DIGESTS = 10

/** Documents are compared by the digests of their content. */
async function addDigests(database: Database, programmeId: number, content: StoredContent): Promise<void> {
  const documents = [...content.documents.values()]
  for (const some of chunksOf(documents, MAX_DIGESTS)) {
    const { rows } = await sql<{ document_id: number; digest: string }>`
      select document_id, encode(sha256(content), 'hex') as digest from document_files
      where programme_id = ${programmeId} and document_id = any(${some.map(rowId)}::bigint[])`.execute(
      database
    )
    const digests = new Map(rows.map(row => [row.document_id, row.digest]))
    for (const row of some) row.values['digest'] = digests.get(rowId(row)) ?? null
  }
}
