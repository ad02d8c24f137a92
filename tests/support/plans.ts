// Explains the server's statements on tables that are partitioned by programme.

import pg from 'pg'

/** Statements that were seen to stay within one partition of each of their tables. Each file that runs in this process adds to them. */
const narrow = new Set<string>()

/** Keeps one example of each statement that is run on a database. */
export class Plans {
  readonly #url: string
  readonly #examples = new Map<string, readonly unknown[]>()

  constructor(url: string) {
    this.#url = url
  }

  note(statement: string, parameters: readonly unknown[]): void {
    if (narrow.has(statement) || this.#examples.has(statement)) return
    if (/^\s*(select|insert|update|delete|with)\b/i.test(statement)) this.#examples.set(statement, parameters)
  }

  /** The statements whose plan reads or writes more than one partition of a table, with the partitions' tables. */
  async statementsOverPartitions(): Promise<{ statement: string; tables: string[] }[]> {
    const client = new pg.Client({ connectionString: this.#url })
    await client.connect()
    try {
      const wide: { statement: string; tables: string[] }[] = []
      for (const [statement, parameters] of this.#examples) {
        const tables = await tablesOf(client, statement, parameters)
        if (tables.some(table => tables.some(other => isSibling(table, other))))
          wide.push({ statement, tables })
        // A plan without tables, for parameters that nothing fits, says nothing of others.
        else if (tables.length > 0) narrow.add(statement)
      }
      return wide
    } finally {
      await client.end()
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
