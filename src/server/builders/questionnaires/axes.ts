// Rows and columns of a grid share their code; only the names differ.

import { sql } from 'kysely'
import type { Tx } from '#server/database/schema.ts'
import { requireFound } from '#server/http/api-error.ts'

export const structureAxes = {
  row: { table: 'sub_section_rows', id: 'row_id', name: 'row_name' },
  column: { table: 'sub_section_columns', id: 'column_id', name: 'column_name' }
} as const

type Axis = (typeof structureAxes)[keyof typeof structureAxes]

/** One row or column, with field names that both share. */
export interface AxisEntry {
  id: number
  sub_section_id: number
  name: string
  display_order: number
  is_active: boolean
  version: number
}

const axisEntry = (axis: Axis) =>
  sql`${sql.ref(axis.id)} as id, sub_section_id, ${sql.ref(axis.name)} as name, display_order, is_active, version`

export async function addAxisEntry(
  tx: Tx,
  axis: Axis,
  programmeId: number,
  fields: Omit<AxisEntry, 'id' | 'version'>
): Promise<AxisEntry> {
  const result = await sql<AxisEntry>`
    insert into ${sql.table(axis.table)} (programme_id, sub_section_id, ${sql.ref(axis.name)}, display_order, is_active)
    values (${programmeId}, ${fields.sub_section_id}, ${fields.name}, ${fields.display_order}, ${fields.is_active})
    returning ${axisEntry(axis)}`.execute(tx)
  return requireFound(result.rows[0], axis.name)
}

export async function requireAxisEntry(
  tx: Tx,
  axis: Axis,
  programmeId: number,
  id: number,
  what: string
): Promise<AxisEntry> {
  const result = await sql<AxisEntry>`
    select ${axisEntry(axis)} from ${sql.table(axis.table)} where programme_id = ${programmeId} and ${sql.ref(axis.id)} = ${id}`.execute(
    tx
  )
  return requireFound(result.rows[0], what)
}

export async function changeAxisEntry(
  tx: Tx,
  axis: Axis,
  programmeId: number,
  changed: AxisEntry
): Promise<void> {
  await sql`
    update ${sql.table(axis.table)}
    set ${sql.ref(axis.name)} = ${changed.name}, display_order = ${changed.display_order}, is_active = ${changed.is_active},
      version = ${changed.version}
    where programme_id = ${programmeId} and ${sql.ref(axis.id)} = ${changed.id}`.execute(tx)
}

/** How many rows and columns of a sub-section are not retired. */
export async function countAxesInUse(
  tx: Tx,
  programmeId: number,
  subSectionId: number
): Promise<{ rows: number; columns: number }> {
  const countOf = (axis: Axis) => sql`(
    select count(*)::int from ${sql.table(axis.table)}
    where programme_id = ${programmeId} and sub_section_id = ${subSectionId} and is_active)`
  const { rows } = await sql<{ rows: number; columns: number }>`
    select ${countOf(structureAxes.row)} as rows, ${countOf(structureAxes.column)} as columns`.execute(tx)
  return rows[0] ?? { rows: 0, columns: 0 }
}
