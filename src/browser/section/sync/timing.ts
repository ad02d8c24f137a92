// Time as the engine sees it; passed in, so that tests control it.

import { deviceTime } from '#lib/time/server-clock.ts'

export interface Timing {
  now: () => number
  /** Runs the callback once, later. Returns a function that cancels it. */
  after: (milliseconds: number, run: () => void) => () => void
}

export const browserTiming: Timing = {
  now: () => deviceTime(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  }
}
