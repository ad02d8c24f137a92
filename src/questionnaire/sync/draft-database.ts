// The database on this device that holds drafts: opened once, emptied of what is outdated, opened again when the browser has closed it.
import { openDB, type DBSchema, type IDBPDatabase, type IDBPObjectStore } from 'idb'
import type { CellAnswer } from '#domain/cell-rules.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { DAY_MS } from '#lib/clock.ts'
import { nameEdit } from '../state/edit-clock.ts'

export interface Draft {
  key: string
  edit: string
  /** The tab that it was typed in, and when, in milliseconds since 1970. */
  tab: string
  at: number
  /** As typed; for a text that cannot be read as a value it is all there is. */
  text: string
  answer: CellAnswer
  /** What it was typed over. */
  base: CellAnswer
  base_version: number
  /** The newest version at the server that is known to be this person's own. */
  own_version: number
  /** Answers that left for the server and were not acknowledged; they may have arrived. */
  sent: CellAnswer[]
}

/** The server has this edit of a cell, as this version; edits before it are settled with it. */
export interface Acknowledgement {
  key: string
  edit: string
  version: number
}

interface DraftSchema extends DBSchema {
  cells: { key: [string, string]; value: Draft & { scope: string }; indexes: { at: number } }
  /** No values: which edit of a cell the server has, for tabs that have not heard of it. */
  acknowledgements: {
    key: [string, string]
    value: Acknowledgement & { scope: string; at: number }
    indexes: { at: number }
  }
}

export type DraftDatabase = IDBPDatabase<DraftSchema>

/** Quality 1: a draft that was never acknowledged is kept for 30 days. */
const DRAFT_TTL_MS = 30 * DAY_MS
/** No tab waits longer with an older edit than one that the browser has put to sleep. */
const ACKNOWLEDGEMENT_TTL_MS = DAY_MS
const CANNOT_KEEP = 'This browser does not let the page keep anything on this device.'

type Attempt = <T>(work: (open: DraftDatabase) => Promise<T>) => Promise<Result<T>>

/** Nothing here throws: blocked or full storage is a failure in words. */
export function createDraftDatabase(now: () => number): Attempt {
  let opening: Promise<DraftDatabase> | null = null
  const forget = (): void => void (opening = null)
  const database = (): Promise<DraftDatabase> => (opening ??= openDatabase(now, forget))
  const attempt: Attempt = async work => {
    try {
      return ok(await work(await database()))
    } catch (error) {
      forget()
      return err(reasonOf(error))
    }
  }
  return attempt
}

async function openDatabase(now: () => number, onLost: () => void): Promise<DraftDatabase> {
  const database = await openDB<DraftSchema>('drafts', 2, {
    upgrade: async (created, oldVersion, _newVersion, transaction) => {
      created.createObjectStore('acknowledgements', { keyPath: ['scope', 'key'] }).createIndex('at', 'at')
      if (oldVersion < 1)
        created.createObjectStore('cells', { keyPath: ['scope', 'key'] }).createIndex('at', 'at')
      else await renameEdits(transaction.objectStore('cells'))
    },
    // A newer version of the page wants to open it: the next use here opens it again, if it can.
    blocking: (_current, _blocked, event) => {
      onLost()
      const held = event.target as IDBDatabase
      held.close()
    },
    terminated: onLost
  })
  await deleteOutdated(database, 'cells', now() - DRAFT_TTL_MS)
  await deleteOutdated(database, 'acknowledgements', now() - ACKNOWLEDGEMENT_TTL_MS)
  return database
}

/** Version 1 named edits without their time. */
async function renameEdits(
  cells: IDBPObjectStore<DraftSchema, ('cells' | 'acknowledgements')[], 'cells', 'versionchange'>
): Promise<void> {
  for (let cursor = await cells.openCursor(); cursor; cursor = await cursor.continue())
    await cursor.update({ ...cursor.value, edit: nameEdit(cursor.value.at, 0, ''), tab: '', own_version: 0 })
}

async function deleteOutdated(
  database: DraftDatabase,
  store: 'cells' | 'acknowledgements',
  before: number
): Promise<void> {
  const transaction = database.transaction(store, 'readwrite')
  const outdated = IDBKeyRange.upperBound(before)
  for (
    let cursor = await transaction.store.index('at').openCursor(outdated);
    cursor;
    cursor = await cursor.continue()
  )
    await cursor.delete()
  await transaction.done
}

function reasonOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'QuotaExceededError')
    return 'The storage of this device is full.'
  return CANNOT_KEEP
}
