// Randomly delays a server between two statements, so that calls interleave in orders that an idle machine never produces.

import { setTimeout as pause } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'
import { randomFrom, type Random } from '#demo/random.ts'

const MAX_PAUSE_MS = 4

export interface Jitter {
  plugin: KyselyPlugin
  /** Starts a new sequence of pauses; null stops them. */
  begin: (seed: string | null) => void
}

export function jittering(): Jitter {
  let random: Random | null = null
  return {
    begin(seed) {
      random = seed === null ? null : randomFrom(seed)
    },
    plugin: {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (random?.chance(0.5)) await pause(random.whole(0, MAX_PAUSE_MS))
        return result
      }
    }
  }
}
