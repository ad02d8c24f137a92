/** Between two changes of what surrounds a cell: several keys of a quick typist. */
const KEYS_PAUSE_MS = 250

let waiting = new Set<() => void>()

function runWaiting(): void {
  const all = waiting
  waiting = new Set()
  for (const work of all) work()
}

/**
 * Runs what keys change around their cell: for several keys at once, in a frame after theirs, and everything in the same one, because each frame costs
 * about as much as a key. Without `pauseMs` it is for whoever has waited for the keys to rest.
 */
export function afterKeys(work: () => void, pauseMs = KEYS_PAUSE_MS): void {
  waiting.add(work)
  if (waiting.size > 1) return
  setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(runWaiting)), pauseMs)
}

/** Resolves in the frame in which something around the cell may change. */
export const keysDone = (): Promise<void> => new Promise(resolve => afterKeys(resolve, 0))
