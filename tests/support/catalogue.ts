// What a database requires of its writers and provides to its readers, and which changes in a migration break either.

import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'

interface Column {
  type: string
  isNullable: boolean
  hasDefault: boolean
}

export interface Catalogue {
  /** By `table.column`. */
  columns: Map<string, Column>
  /** Unique indexes, checks and foreign keys as the database writes them, with their columns as `table.column`. */
  rules: Map<string, string[]>
}

export async function catalogueOf(database: Database): Promise<Catalogue> {
  const columns = await sql<{ name: string; type: string; is_nullable: boolean; has_default: boolean }>`
    select c.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      not a.attnotnull as is_nullable, a.atthasdef or a.attidentity <> '' as has_default
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped`.execute(database)
  const rules = await sql<{ rule: string; columns: string[] }>`
    select c.relname || ' ' || pg_get_constraintdef(r.oid) as rule,
      array(select c.relname || '.' || a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = any (r.conkey)) as columns
    from pg_constraint r join pg_class c on c.oid = r.conrelid
    where c.relnamespace = 'public'::regnamespace and r.contype in ('c', 'f', 'u', 'p') and not c.relispartition
    union
    select regexp_replace(pg_get_indexdef(i.indexrelid), ' INDEX \\S+ ', ' INDEX '),
      array(select c.relname || '.' || a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = any (i.indkey))
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and i.indisunique and not c.relispartition`.execute(
    database
  )
  return {
    columns: new Map(
      columns.rows.map(({ name, type, is_nullable, has_default }) => [
        name,
        { type, isNullable: is_nullable, hasDefault: has_default }
      ])
    ),
    rules: new Map(rules.rows.map(row => [row.rule, row.columns]))
  }
}

/** Every difference that would break a process written for `before`. */
export function narrowings(before: Catalogue, after: Catalogue): string[] {
  const changed = [...before.columns].flatMap(([name, was]) => {
    const change = changeOf(was, after.columns.get(name))
    return change === undefined ? [] : [`${name} ${change}`]
  })
  const tables = new Set([...before.columns.keys()].map(tableOf))
  const demanded = [...after.columns]
    .filter(([name]) => !before.columns.has(name) && tables.has(tableOf(name)))
    .filter(([, { isNullable, hasDefault }]) => !isNullable && !hasDefault)
    .map(([name]) => `${name} is new and must be given`)
  const rules = [...after.rules]
    .filter(([rule, columns]) => !before.rules.has(rule) && columns.length > 0)
    .filter(([, columns]) => columns.every(name => before.columns.has(name)))
    .map(([rule]) => `new rule for what is there: ${rule}`)
  return [...changed, ...demanded, ...rules]
}

function changeOf(was: Column, is: Column | undefined): string | undefined {
  if (is === undefined) return 'is gone'
  if (is.type !== was.type) return `is ${is.type} instead of ${was.type}`
  if (is.isNullable) return undefined
  if (was.isNullable) return 'must not be null any more'
  return was.hasDefault && !is.hasDefault ? 'has no default any more' : undefined
}

const tableOf = (name: string): string => name.slice(0, name.indexOf('.'))
