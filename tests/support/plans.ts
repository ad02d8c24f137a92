// Explains the server's statements on tables that are partitioned by programme.

import pg from 'pg'
import { openPostgres, type OpenDatabase, type QueryListener } from '#server/database/open.ts'

export interface WatchedDatabase extends OpenDatabase {
  /** The statements whose plan reads or writes more than one partition of a table, with the partitions' tables. */
  statementsOverPartitions(): Promise<{ statement: string; tables: string[] }[]>
}

/** Opens a database and keeps one example of each statement that is run on it. */
export function watchPlans(url: string, onQuery?: QueryListener): WatchedDatabase {
  const examples = new Map<string, readonly unknown[]>()
  const store = openPostgres(url, (statement, parameters) => {
    onQuery?.(statement, parameters)
    if (/^\s*(select|insert|update|delete|with)\b/i.test(statement) && !examples.has(statement))
      examples.set(statement, parameters)
  })
  return {
    ...store,
    async statementsOverPartitions() {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      try {
        const wide: { statement: string; tables: string[] }[] = []
        for (const [statement, parameters] of examples) {
          const tables = await tablesOf(client, statement, parameters)
          if (tables.some(table => tables.some(other => isSibling(table, other))))
            wide.push({ statement, tables })
        }
        return wide
      } finally {
        await client.end()
      }
    }
  }
}

async function tablesOf(
  client: pg.Client,
  statement: string,
  parameters: readonly unknown[]
): Promise<string[]> {
  const answer = await client.query(`explain (format json) ${statement}`, [...parameters])
  const names = JSON.stringify(answer.rows).matchAll(/"Relation Name":"([^"]+)"/g)
  return [...new Set([...names].map(([, name = '']) => name))].toSorted()
}

/** Two partitions of one table. */
const isSibling = (table: string, other: string): boolean =>
  table !== other && withoutNumber(table) === withoutNumber(other)
const withoutNumber = (table: string): string => table.replace(/_p\d+$/, '_p')
