/** The time between two updates around a cell, in which a fast typist presses several keys. */
const KEYS_PAUSE_MS = 250

let waiting = new Set<() => void>()

function runWaiting(): void {
  const all = waiting
  waiting = new Set()
  for (const work of all) work()
}

/**
 * Throttles updates around the cell that is typed into: several keys share one update, in a later frame, and all updates share that frame, because
 * a frame costs about as much as a key. Callers that have already debounced pass 0 as `pauseMs`.
 */
export function afterKeys(work: () => void, pauseMs = KEYS_PAUSE_MS): void {
  waiting.add(work)
  if (waiting.size > 1) return
  setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(runWaiting)), pauseMs)
}

/** Resolves in the frame in which something around the cell may change. */
export const keysDone = (): Promise<void> => new Promise(resolve => afterKeys(resolve, 0))
