// The IndexedDB database for drafts. Opened once, with outdated rows deleted, and reopened if the browser
// has closed it.

import { openDB, type DBSchema, type IDBPDatabase, type IDBPObjectStore } from 'idb'
import { nameEdit } from '#browser/section/state/edit-clock.ts'
import type { CellAnswer } from '#domain/answers/cell-rules.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { DAY_MS } from '#lib/time/clock.ts'

/** The owner of the drafts: programme, user or case code, submission, section. */
export interface DraftScope {
  programmeCode: string
  user: string
  submissionId: number
  sectionId: number
  /** Of a member's section, so that it can be opened again from its drafts alone. */
  questionnaireId?: number
}

export interface CellDraft {
  key: string
  /** The cell's name, in case the cell no longer exists when the draft is found. Missing in drafts of earlier versions. */
  name?: string
  /** How the question was asked. Missing in drafts of earlier versions. */
  asked?: string
  edit: string
  /** The tab that it was typed in. */
  tab: string
  /** As typed. If the text cannot be parsed, there is nothing else. */
  text: string
  answer: CellAnswer
  /** The answer that it was typed over. */
  base: CellAnswer
  base_version: number
  /** The newest version on the server that is known to be this user's own. */
  own_version: number
  /** Answers that were sent and not acknowledged; they may have arrived. */
  sent: CellAnswer[]
}

/** The server has this edit of a cell, or need not have it. Earlier edits are settled by it. */
export interface Acknowledgement {
  key: string
  edit: string
  /** The newest version on the server that is known to be this user's own, never someone else's. */
  version: number
}

interface DraftSchema extends DBSchema {
  cells: {
    key: [string, string]
    /** `section` is missing in drafts of earlier versions. */
    value: CellDraft & { scope: string; section?: DraftScope; at: number }
    indexes: { at: number }
  }
  /** Contains no values: only which edit of a cell the server has, for tabs that do not know yet. */
  acknowledgements: {
    key: [string, string]
    value: Acknowledgement & { scope: string; at: number }
    indexes: { at: number }
  }
}

export type DraftDatabase = IDBPDatabase<DraftSchema>

/** Quality 1: a draft that was never acknowledged is kept for 30 days. */
const DRAFT_TTL_MS = 30 * DAY_MS
/** Only a tab that the browser has suspended can hold an older edit for longer. */
const ACKNOWLEDGEMENT_TTL_MS = DAY_MS
/** Neither the form nor the sending waits longer for the disk. */
const STORAGE_TIMEOUT_MS = 5000
const CANNOT_KEEP = 'This browser does not let the page store answers on this device.'

/** The server's time, in milliseconds since 1970; null before it is known. The age of a draft never depends on the device's clock. */
export type DraftTime = () => number | null

type DatabaseAttempt = <T>(work: (open: DraftDatabase) => Promise<T>) => Promise<Result<T>>

/**
 * Nothing here throws: blocked or full storage is returned as an error, and so is storage that does not answer, as
 * Safari's after a start or any browser's while an outdated tab holds the database.
 */
export function createDraftDatabase(now: DraftTime, timeoutMs = STORAGE_TIMEOUT_MS): DatabaseAttempt {
  let opening: Promise<DraftDatabase> | null = null
  const forget = (): void => void (opening = null)
  const database = (): Promise<DraftDatabase> => (opening ??= openDatabase(now, forget))
  const attempt: DatabaseAttempt = async work => {
    try {
      return ok(await withTimeout(database().then(work), timeoutMs))
    } catch (error) {
      forget()
      return err(storageReason(error))
    }
  }
  return attempt
}

/** The operation continues; only the wait for it ends. */
async function withTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The storage does not answer.')), timeoutMs)
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

async function openDatabase(now: DraftTime, onLost: () => void): Promise<DraftDatabase> {
  const database = await openDB<DraftSchema>('drafts', 2, {
    upgrade: async (created, oldVersion, _newVersion, transaction) => {
      created.createObjectStore('acknowledgements', { keyPath: ['scope', 'key'] }).createIndex('at', 'at')
      if (oldVersion < 1)
        created.createObjectStore('cells', { keyPath: ['scope', 'key'] }).createIndex('at', 'at')
      else await renameEdits(transaction.objectStore('cells'))
    },
    // A newer version of the page wants to open the database. The next use here reopens it, if possible.
    blocking: (_current, _blocked, event) => {
      onLost()
      const held = event.target as IDBDatabase
      held.close()
    },
    terminated: onLost
  })
  const time = now()
  if (time === null) return database
  await deleteOutdated(database, 'cells', time - DRAFT_TTL_MS)
  await deleteOutdated(database, 'acknowledgements', time - ACKNOWLEDGEMENT_TTL_MS)
  return database
}

/** Version 1 had edit ids without a time. */
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

function storageReason(error: unknown): string {
  if (error instanceof DOMException && error.name === 'QuotaExceededError')
    return 'This device’s storage is full.'
  return CANNOT_KEEP
}
