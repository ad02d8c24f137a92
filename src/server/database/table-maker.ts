import { sql } from 'kysely'
import type { Database } from './schema.ts'

/** What a migration uses to create tables. */
export interface TableMaker {
  /** `columns` is the text inside the parentheses of `create table`. */
  table(name: string, columns: string): Promise<void>
  index(table: string, columns: string): Promise<void>
  /** Any other statement, for changes of what is there. */
  run(statement: string): Promise<void>
}

/**
 * Creates plain tables, or with `partitions` above 0 each hash-partitioned by programme. Partitioning has
 * the same rule for keys as distributed engines: programme_id is in every primary and unique key.
 */
export function tableMaker(database: Database, partitions: number): TableMaker {
  const run = async (text: string): Promise<void> => void (await sql.raw(text).execute(database))
  return {
    run,
    async table(name, columns) {
      if (partitions === 0) {
        await run(`create table ${name} (${columns})`)
        return
      }
      await run(`create table ${name} (${columns}) partition by hash (programme_id)`)
      for (let remainder = 0; remainder < partitions; remainder++) {
        await run(
          `create table ${name}_p${remainder} partition of ${name} for values with (modulus ${partitions}, remainder ${remainder})`
        )
      }
    },
    async index(table, columns) {
      await run(
        `create index ${table}_by_${columns.replaceAll(/[^a-z]+/g, '_')} on ${table} (programme_id, ${columns})`
      )
    }
  }
}
