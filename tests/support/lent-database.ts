// An embedded database that the test files of a process use one after the other, each as it was when it was opened.

import { PGlite } from '@electric-sql/pglite'
import { pgliteOptions } from '#server/database/open.ts'
import { snapshot } from './embedded-snapshot.ts'

interface Reusable {
  name: string
  pglite: PGlite
  reset: () => void
  /** The engine's libraries: what it loads later is not in the snapshot. */
  libraries: string
}

// Kept by the process, since test files may have modules of their own.
const KEY = Symbol.for('the idle embedded database')
const idle = (): Reusable | undefined => Reflect.get(globalThis, KEY) as Reusable | undefined
const setIdle = (reusable: Reusable | undefined): void => void Reflect.set(globalThis, KEY, reusable)

const librariesOf = async (engine: Pick<PGlite, 'query'>): Promise<string> =>
  JSON.stringify((await engine.query('select * from pg_get_loaded_modules()')).rows)

async function openDump(name: string, dump: Blob): Promise<Reusable> {
  const pglite = await PGlite.create({ ...pgliteOptions, loadDataDir: dump })
  // Triggers need this library.
  await pglite.exec('do $$ begin end $$')
  const libraries = await librariesOf(pglite)
  return { name, pglite, reset: snapshot(pglite), libraries }
}

/** Waits for what was begun; afterwards the database is as it was, or closed if it cannot be. */
async function takeBack(reusable: Reusable): Promise<void> {
  const { pglite, libraries, reset } = reusable
  // Behind everything else that waits for its turn.
  const now = await pglite.transaction(librariesOf)
  if (now !== libraries || idle() !== undefined) return pglite.close()
  reset()
  setIdle(reusable)
}

/** The content of a dump. Closing it gives it to the next who asks. */
export async function lendDatabase(name: string, readDump: () => Promise<Blob>): Promise<PGlite> {
  const kept = idle()
  setIdle(undefined)
  if (kept !== undefined && kept.name !== name) await kept.pglite.close()
  const reusable = kept?.name === name ? kept : await openDump(name, await readDump())
  const { pglite } = reusable
  let isClosed = false
  const whileOpen = <T>(work: () => Promise<T>): Promise<T> =>
    isClosed ? Promise.reject(new Error('The database is closed.')) : work()
  // What the engine's dialect uses (src/server/database/embedded-dialect.ts).
  const lent: Pick<PGlite, 'closed' | 'ready' | 'waitReady' | 'close' | 'query' | 'transaction'> = {
    get closed() {
      return isClosed
    },
    get ready() {
      return !isClosed
    },
    waitReady: Promise.resolve(),
    close: async () => {
      if (isClosed) return
      isClosed = true
      await takeBack(reusable)
    },
    query: (...given) => whileOpen(() => pglite.query(...given)),
    transaction: work => whileOpen(() => pglite.transaction(work))
  }
  return lent as PGlite
}
