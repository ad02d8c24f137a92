// Time as the engine sees it, passed in, so that a test can be its master.

export interface Timing {
  now: () => number
  /** Runs later, once; the answer cancels it. */
  after: (milliseconds: number, run: () => void) => () => void
}

export const browserTiming: Timing = {
  now: () => Date.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  }
}
