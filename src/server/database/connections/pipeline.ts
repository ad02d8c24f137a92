// Statements that need no reply to each other, sent together: each is a round trip to the database otherwise, while rows are locked.

import type { CompiledQuery, UnknownRow } from 'kysely'
import type { Tx } from '#server/database/schema.ts'

type Rows<Queries extends readonly CompiledQuery[]> = {
  [At in keyof Queries]: Queries[At] extends CompiledQuery<infer Row> ? Row[] : never
}

/**
 * Runs statements of a transaction in their order, and returns the rows of each. Each sees what the former ones wrote, and what others had committed when
 * it began; after one that fails, none of the later ones changes anything.
 */
export function pipeline<const Queries extends readonly CompiledQuery[]>(
  tx: Tx,
  queries: Queries
): Promise<Rows<Queries>> {
  const executor = tx.getExecutor()
  const run = executor.provideConnection(connection =>
    Promise.all(
      queries.map(async query => {
        let result = await connection.executeQuery<UnknownRow>(query)
        for (const plugin of executor.plugins)
          result = await plugin.transformResult({ queryId: query.queryId, result })
        return result.rows
      })
    )
  )
  return run as Promise<Rows<Queries>>
}
