// A clock that a test advances by hand.

import type { Timing } from '#browser/section/sync/timing.ts'

export interface HandTiming extends Timing {
  /** Advances the clock and runs timers that are due, letting promises settle in between. */
  pass: (milliseconds: number) => Promise<void>
  /** When the next timer is due; null if there is none. */
  nextDue: () => number | null
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

export function handTiming(start = 0, settled: () => Promise<void> = settle): HandTiming {
  let now = start
  let timers: { at: number; run: () => void }[] = []
  const due = (): { at: number; run: () => void } | undefined => timers.toSorted((a, b) => a.at - b.at)[0]
  return {
    now: () => now,
    after: (milliseconds, run) => {
      const timer = { at: now + milliseconds, run }
      timers.push(timer)
      return () => void (timers = timers.filter(other => other !== timer))
    },
    nextDue: () => due()?.at ?? null,
    pass: async milliseconds => {
      const end = now + milliseconds
      await settled()
      for (let next = due(); next !== undefined && next.at <= end; next = due()) {
        const { at, run } = next
        timers = timers.filter(timer => timer !== next)
        now = Math.max(now, at)
        run()
        await settled()
      }
      now = end
      await settled()
    }
  }
}
