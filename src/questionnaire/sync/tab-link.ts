// The tabs in which one person has the same section open: they tell each other what was typed and saved, and only one of them sends at a time.
import { scopeName, type DraftScope } from './drafts.ts'
import type { SharedCell } from './shared-cell.ts'

export interface TabLink {
  /** Runs work while no other tab sends for this section. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  share: (cells: SharedCell[]) => void
  listen: (onCells: (cells: SharedCell[]) => void) => void
  close: () => void
}

/** The shape of the messages: tabs of different versions of the page do not listen to each other. */
const FORMAT = 1
/** Longer than a request may take. A tab that the browser has stopped does not hold up the others for ever: versions still protect the cells. */
const LOCK_TIMEOUT_MS = 40_000

export function openTabLink(scope: DraftScope): TabLink {
  const name = `section/${FORMAT}/${scopeName(scope)}`
  const channel = new BroadcastChannel(name)
  let isOpen = true
  return {
    exclusively: work => withLock(name, work),
    share: cells => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only and takes no such argument
      if (isOpen) channel.postMessage(cells)
    },
    listen: onCells => {
      channel.addEventListener('message', ({ data }: MessageEvent<SharedCell[]>) => onCells(data))
    },
    close: () => {
      isOpen = false
      channel.close()
    }
  }
}

async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  // Missing where the page is not served over https.
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
