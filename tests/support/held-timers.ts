// Timers that a test runs by hand: on a busy machine, the pause that they measure ends before the test takes its next step.

import { vi } from 'vitest'

/**
 * Holds back all timers that are set from now on for exactly this many milliseconds, until `vi.unstubAllGlobals`. Returns a function that runs those that
 * were not cleared.
 */
export function holdTimers(milliseconds: number): () => void {
  const { setTimeout: set, clearTimeout: clear } = globalThis
  const held = new Map<unknown, () => void>()
  vi.stubGlobal('setTimeout', (work: () => void, delay?: number, ...given: []) => {
    const timer = set(work, delay, ...given)
    if (delay === milliseconds) {
      clear(timer)
      held.set(timer, work)
    }
    return timer
  })
  vi.stubGlobal('clearTimeout', (timer: NodeJS.Timeout) => {
    held.delete(timer)
    clear(timer)
  })
  return () => {
    const due = [...held.values()]
    held.clear()
    for (const work of due) work()
  }
}
