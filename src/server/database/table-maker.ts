import { sql } from 'kysely'
import type { Database, Tx } from './schema.ts'

/** What a migration uses to create tables. */
export interface TableMaker {
  /** `columns` is the text inside the parentheses of `create table`. */
  table(name: string, columns: string): Promise<void>
  index(table: string, columns: string): Promise<void>
  /** Any other statement, for changes of what is there. */
  run(statement: string): Promise<void>
  /** A statement that only saves time, which distributed tables may not know. */
  tune(statement: string): Promise<void>
}

/** How tables are divided by programme. */
interface TableDivision {
  /** Partitions of each table on one server; plain tables if 0. */
  partitions: number
  /** On Citus, each table is distributed over the nodes. */
  isDistributed: boolean
}

/** Whether the database is Citus' coordinator. Its setting lets one transaction create tables and functions; elsewhere it means nothing. */
export async function readDistribution(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_extension where extname = 'citus'`.execute(tx)
  if (rows.length === 0) return false
  await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(tx)
  return true
}

/** All tables are split alike, so that the rows of one programme are on one node. */
const distribute = (table: string): string =>
  `select create_distributed_table('${table}', 'programme_id', colocate_with => '${table === 'programmes' ? 'none' : 'programmes'}')`

/**
 * Creates plain tables, or with `partitions` above 0 each hash-partitioned by programme. Partitioning has
 * the same rule for keys as distributed engines: programme_id is in every primary and unique key.
 */
export function tableMaker(database: Database, { partitions, isDistributed }: TableDivision): TableMaker {
  const run = async (text: string): Promise<void> => void (await sql.raw(text).execute(database))
  return {
    run,
    async tune(statement) {
      if (!isDistributed) await run(statement)
    },
    async table(name, columns) {
      if (isDistributed || partitions === 0) {
        await run(`create table ${name} (${columns})`)
        if (isDistributed) await run(distribute(name))
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
