import { whenIdle } from './idle.ts'

/** The longest wait in a page that is busy, or hidden and therefore not painted. */
const MAX_DRAWING_WAIT_MS = 100

let due = new Set<() => void>()

/**
 * Runs work after the next paint, so that a press or a key shows its response before anything else changes. All work of one frame runs together,
 * and the same function once, so that the page changes once.
 */
export function afterDrawing(work: () => void): void {
  due.add(work)
  if (due.size > 1) return
  const planned = due
  const run = (): void => {
    if (due === planned) due = new Set()
    for (const one of planned) one()
    planned.clear()
  }
  // Callbacks of a frame run before it is painted.
  requestAnimationFrame(() => whenIdle(run, MAX_DRAWING_WAIT_MS))
  setTimeout(run, 2 * MAX_DRAWING_WAIT_MS)
}

/** Resolves after the next paint. */
export const drawingDone = (): Promise<void> => new Promise(afterDrawing)
