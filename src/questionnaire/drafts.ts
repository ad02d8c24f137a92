// What was typed and is not acknowledged by the server yet, kept on this device. A draft belongs to one user of one programme and is never
// shown to another account (issue of shared computers). It counts as kept only when its transaction has completed on disk.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { CellAnswer } from '#domain/cell-rules.ts'
import { failure, success, type Answer } from '#lib/answer.ts'
import { DAY } from '#lib/clock.ts'

export interface Draft {
  key: string
  edit: string
  /** As typed; for a text that cannot be read as a value it is all there is. */
  text: string
  answer: CellAnswer
  /** What it was typed over. */
  base: CellAnswer
  base_version: number
  /** Answers that left for the server and were not acknowledged; they may have arrived. */
  sent: CellAnswer[]
  /** Milliseconds since 1970. */
  at: number
}

/** Whose drafts and where: programme, user or case code, submission, section. */
export interface DraftScope {
  programmeCode: string
  user: string
  submissionId: number
  sectionId: number
}

interface StoredDraft extends Draft {
  scope: string
}

interface DraftSchema extends DBSchema {
  cells: { key: [string, string]; value: StoredDraft; indexes: { at: number } }
}

/** Quality: a draft that was never acknowledged is kept for 30 days. */
const KEPT_FOR = 30 * DAY
const CANNOT_KEEP = 'This browser does not let the page keep anything on this device.'

export interface Drafts {
  read: () => Promise<Answer<Draft[]>>
  write: (drafts: readonly Draft[]) => Promise<Answer<null>>
  /** Forgets drafts, each only if no later edit has taken its place; with null whatever edit it is. */
  forget: (edits: readonly { key: string; edit: string | null }[]) => Promise<Answer<null>>
}

export const scopeName = ({ programmeCode, user, submissionId, sectionId }: DraftScope): string =>
  [programmeCode, user, submissionId, sectionId].map(String).map(encodeURIComponent).join('/')

/** The drafts of one section on this device. Nothing here throws: blocked or full storage is a failure in words. */
export function openDrafts(scope: DraftScope, now: () => number = Date.now): Drafts {
  const name = scopeName(scope)
  let opening: Promise<IDBPDatabase<DraftSchema>> | null = null
  const database = (): Promise<IDBPDatabase<DraftSchema>> => (opening ??= openDatabase(now, () => (opening = null)))
  const attempt = async <T>(work: (open: IDBPDatabase<DraftSchema>) => Promise<T>): Promise<Answer<T>> => {
    try {
      return success(await work(await database()))
    } catch (error) {
      opening = null
      return failure(reasonOf(error))
    }
  }
  return {
    read: () => attempt(async open => (await open.getAll('cells', IDBKeyRange.bound([name], [name, []]))).toSorted((a, b) => a.at - b.at)),
    write: drafts =>
      attempt(async open => {
        const transaction = open.transaction('cells', 'readwrite', { durability: 'strict' })
        await Promise.all([...drafts.map(draft => transaction.store.put({ ...draft, scope: name })), transaction.done])
        return null
      }),
    forget: edits =>
      attempt(async open => {
        const transaction = open.transaction('cells', 'readwrite')
        const forgetOne = async ({ key, edit }: { key: string; edit: string | null }): Promise<void> => {
          const stored = await transaction.store.get([name, key])
          if (edit === null || stored?.edit === edit) await transaction.store.delete([name, key])
        }
        await Promise.all([...edits.map(forgetOne), transaction.done])
        return null
      })
  }
}

async function openDatabase(now: () => number, onLost: () => void): Promise<IDBPDatabase<DraftSchema>> {
  const database = await openDB<DraftSchema>('drafts', 1, {
    upgrade: created => {
      const cells = created.createObjectStore('cells', { keyPath: ['scope', 'key'] })
      cells.createIndex('at', 'at')
    },
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    terminated: onLost
  })
  const outdated = IDBKeyRange.upperBound(now() - KEPT_FOR)
  const transaction = database.transaction('cells', 'readwrite')
  for (let cursor = await transaction.store.index('at').openCursor(outdated); cursor; cursor = await cursor.continue())
    await cursor.delete()
  await transaction.done
  return database
}

function reasonOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'QuotaExceededError') return 'The storage of this device is full.'
  return CANNOT_KEEP
}
