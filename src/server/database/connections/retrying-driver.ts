import {
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type Driver,
  type PostgresDialectConfig
} from 'kysely'
import { withRetries } from '#server/database/retry.ts'

/**
 * Runs a statement outside a transaction again if it lost a race. Even a single insert takes locks on two
 * tables, its own and the one that a foreign key refers to, so a migration of a newer version can make it
 * the victim of a deadlock; it has then changed nothing. Inside a transaction the transaction is run again.
 */
class RetryingDriver extends PostgresDriver {
  readonly #known = new WeakSet<DatabaseConnection>()
  readonly #inTransaction = new WeakSet<DatabaseConnection>()

  override async acquireConnection(
    ...options: Parameters<PostgresDriver['acquireConnection']>
  ): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection(...options)
    if (!this.#known.has(connection)) {
      this.#known.add(connection)
      const run = connection.executeQuery.bind(connection)
      connection.executeQuery = (...query) =>
        this.#inTransaction.has(connection) ? run(...query) : withRetries(() => run(...query))
    }
    return connection
  }

  override async beginTransaction(...started: Parameters<PostgresDriver['beginTransaction']>): Promise<void> {
    this.#inTransaction.add(started[0])
    await super.beginTransaction(...started)
  }

  override async releaseConnection(
    ...released: Parameters<PostgresDriver['releaseConnection']>
  ): Promise<void> {
    this.#inTransaction.delete(released[0])
    await super.releaseConnection(...released)
  }
}

/** PostgreSQL, where a single statement that lost a race is run again. */
export class RetryingDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig
  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new RetryingDriver(this.#config)
  }
}
