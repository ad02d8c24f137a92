// Connects the tabs in which a user has the same section open: they exchange what was typed and saved, and
// only one sends at a time.

import type { NewestEdit } from '#browser/section/state/edit-clock.ts'
import { readStored, writeStored } from '#lib/web-storage.ts'
import type { DraftScope } from './draft-database.ts'
import { scopeName } from './drafts.ts'
import type { SharedCell } from './shared-cell.ts'

export interface TabLink {
  /** Runs work while no other tab sends for this section. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  share: (cells: SharedCell[]) => void
  listen: (onCells: (cells: SharedCell[]) => void) => void
  newestEdit: NewestEdit
  close: () => void
}

/** The message format: tabs with different versions of the page ignore each other. */
const MESSAGE_FORMAT = 3
/**
 * Longer than a request may take. A suspended tab does not block the others for ever; versions still protect
 * the cells.
 */
const LOCK_TIMEOUT_MS = 40_000
/** Holds an id, never what was typed. */
const NEWEST_EDIT = 'newest-edit'

export function openTabLink(scope: DraftScope): TabLink {
  const name = `section/${MESSAGE_FORMAT}/${scopeName(scope)}`
  const channel = new BroadcastChannel(name)
  let isOpen = true
  return {
    exclusively: work => withTabLock(name, work),
    share: cells => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only and takes no such argument
      if (isOpen) channel.postMessage(cells)
    },
    listen: onCells => {
      channel.addEventListener('message', ({ data }: MessageEvent<SharedCell[]>) => onCells(data))
    },
    newestEdit: {
      read: () => readStored('localStorage', NEWEST_EDIT) ?? '',
      write: edit => writeStored('localStorage', NEWEST_EDIT, edit)
    },
    close: () => {
      isOpen = false
      channel.close()
    }
  }
}

async function withTabLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  // Missing if the page is not served over https.
  const locks = (navigator as { locks?: LockManager }).locks
  if (locks === undefined) return work()
  let hasBegun = false
  try {
    return await locks.request(name, { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) }, () => {
      hasBegun = true
      return work()
    })
  } catch (error) {
    if (hasBegun) throw error
    return work()
  }
}
