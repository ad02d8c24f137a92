/** The time between two updates around a cell, in which a fast typist presses several keys. */
const KEYS_PAUSE_MS = 250
/** A frame at 60 Hz: what was changed within it may not be on the screen yet. */
const FRAME_MS = 17

let waiting = new Set<() => void>()
let isScheduled = false
let lastKeyAt = 0

/**
 * A frame of its own after that of the key. Waits for the key by timer, because a frame that is only waited for costs as much as one that shows
 * something.
 */
function inNextFrame(): void {
  const untilShown = lastKeyAt + FRAME_MS - performance.now()
  if (untilShown > 0) return void setTimeout(inNextFrame, untilShown)
  requestAnimationFrame(() => {
    if (performance.now() - lastKeyAt < FRAME_MS) return inNextFrame()
    isScheduled = false
    const all = waiting
    waiting = new Set()
    for (const work of all) work()
  })
}

/**
 * Throttles updates around the cell that is typed into: several keys share one update, in a later frame, and all updates share that frame, because
 * a frame costs about as much as a key. Callers that have already debounced pass 0 as `pauseMs`.
 */
export function afterKeys(work: () => void, pauseMs = KEYS_PAUSE_MS): void {
  waiting.add(work)
  lastKeyAt = performance.now()
  if (isScheduled) return
  isScheduled = true
  setTimeout(inNextFrame, pauseMs)
}

/** Resolves in the frame in which something around the cell may change. */
export const keysDone = (): Promise<void> => new Promise(resolve => afterKeys(resolve, 0))
