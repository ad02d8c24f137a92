import { whenIdle } from './idle.ts'

/** Waits at most this long where a page is busy, or is not drawn because nobody sees it. */
const MAX_DRAWING_WAIT_MS = 100

/** Runs work once the browser has drawn what is there now: the reader sees the answer to a press before the rest is done. */
export function afterDrawing(work: () => void): void {
  let isDue = true
  const run = (): void => {
    if (!isDue) return
    isDue = false
    work()
  }
  // The frame's own callbacks come before it is drawn.
  requestAnimationFrame(() => whenIdle(run, MAX_DRAWING_WAIT_MS))
  setTimeout(run, 2 * MAX_DRAWING_WAIT_MS)
}

/** Resolves once the browser has drawn what is there now. */
export const drawingDone = (): Promise<void> => new Promise(afterDrawing)
