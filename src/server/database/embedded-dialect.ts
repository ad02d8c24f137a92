import type { PGlite } from '@electric-sql/pglite'
import { PGliteDialect, PGliteDriver, type Driver } from 'kysely'

type Connection = Parameters<PGliteDriver['beginTransaction']>[0]

/**
 * Fails a transaction that cannot begin, for example because the database has closed. Kysely's own driver leaves that rejection unhandled, which
 * ends the process, and waits for the beginning for ever, with every later call behind it.
 */
class EmbeddedDriver extends PGliteDriver {
  /** Settles when the transaction that began last has ended. */
  #ended: Promise<unknown> = Promise.resolve()

  constructor(pglite: PGlite) {
    super({
      pglite: {
        get closed() {
          return pglite.closed
        },
        get ready() {
          return pglite.ready
        },
        waitReady: pglite.waitReady,
        close: () => pglite.close(),
        query: (...query) => pglite.query(...query),
        transaction: work => {
          const ended = pglite.transaction(work)
          this.#ended = ended
          return ended
        }
      }
    })
  }

  override async beginTransaction(connection: Connection): Promise<void> {
    const begun = super.beginTransaction(connection)
    await Promise.race([begun, this.#ended])
  }
}

/** The embedded engine. */
export class EmbeddedDialect extends PGliteDialect {
  readonly #pglite: PGlite
  constructor(pglite: PGlite) {
    super({ pglite })
    this.#pglite = pglite
  }

  override createDriver(): Driver {
    return new EmbeddedDriver(this.#pglite)
  }
}
