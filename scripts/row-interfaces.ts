// Reads the tables of a migrated database and writes their rows as TypeScript.

import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'

interface Column {
  table_name: string
  column_name: string
  /** PostgreSQL's short name; a list's begins with an underscore. */
  udt_name: string
  is_nullable: boolean
  is_optional: boolean
  /** Calculated by the database from other columns, and never written. */
  is_calculated: boolean
}

/** What the drivers read, as `src/server/database/open.ts` sets them up. */
const TYPES: Readonly<Record<string, string>> = {
  text: 'string',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  bool: 'boolean',
  timestamptz: 'Date',
  bytea: 'Uint8Array',
  _text: 'string[]',
  _int8: 'number[]'
}

const HEAD = `// Written by \`npm run row-types\` from the migrated database. What a column holds beyond its type is in column-types.ts.

import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Written as JSON text, read as the value. */
export type Json<Null extends null = never, Value = unknown> = ColumnType<
  Value | Null,
  string | Null,
  string | Null
>

interface Tables {
`

const TAIL = `}

/** Every row belongs to a programme. */
export type Rows = { [Name in keyof Tables]: Tables[Name] & { programme_id: number } }
`

/** The rows of every table, without the programme's id that all have; `schema_migrations` belongs to the migrations alone. */
export async function writeRowInterfaces(database: Database): Promise<string> {
  const { rows } = await sql<Column>`
    select table_name, column_name, udt_name, is_nullable = 'YES' as is_nullable,
      is_identity = 'YES' or column_default is not null as is_optional,
      is_generated = 'ALWAYS' as is_calculated
    from information_schema.columns
    where table_schema = 'public' and table_name <> 'schema_migrations'
      and (column_name, data_type, is_nullable) <> ('programme_id', 'bigint', 'NO')
    order by table_name, ordinal_position`.execute(database)
  const tables = Map.groupBy(rows, row => row.table_name)
  const interfaces = [...tables].map(
    ([table, columns]) =>
      `  ${table}: {\n${columns.map(column => `    ${writeColumn(column)}\n`).join('')}  }\n`
  )
  return `${HEAD}${interfaces.join('')}${TAIL}`
}

function writeColumn({
  table_name,
  column_name,
  udt_name,
  is_nullable,
  is_optional,
  is_calculated
}: Column): string {
  if (udt_name.startsWith('json')) return `${column_name}: Json${is_nullable ? '<null>' : ''}`
  const type = TYPES[udt_name]
  if (type === undefined) throw new Error(`${table_name}.${column_name}: no TypeScript type for ${udt_name}.`)
  const value = is_nullable ? `${type} | null` : type
  if (is_calculated) return `${column_name}: GeneratedAlways<${value}>`
  return `${column_name}: ${is_optional ? `Generated<${value}>` : value}`
}
