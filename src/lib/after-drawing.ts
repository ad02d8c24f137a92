import { whenIdle } from './idle.ts'

/** The longest wait in a page that is busy, or hidden and therefore not painted. */
const MAX_DRAWING_WAIT_MS = 100

/** Runs work after the next paint, so that a press shows its response before slower work starts. */
export function afterDrawing(work: () => void): void {
  let isDue = true
  const run = (): void => {
    if (!isDue) return
    isDue = false
    work()
  }
  // Callbacks of a frame run before it is painted.
  requestAnimationFrame(() => whenIdle(run, MAX_DRAWING_WAIT_MS))
  setTimeout(run, 2 * MAX_DRAWING_WAIT_MS)
}

/** Resolves after the next paint. */
export const drawingDone = (): Promise<void> => new Promise(afterDrawing)
