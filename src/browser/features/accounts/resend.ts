// Requests a mail again after a pause, because a mail may take a minute to arrive.

import { atom, type ReadableAtom } from 'nanostores'
import { SECOND_MS } from '#lib/time/clock.ts'

/** Product 6. */
export const RESEND_PAUSE_S = 60

export interface Resend {
  /** Seconds until it may be requested again; 0 if it may. */
  $secondsLeft: ReadableAtom<number>
  start: () => void
  stop: () => void
}

export function createResend(): Resend {
  const $secondsLeft = atom(0)
  let timer: ReturnType<typeof setInterval> | undefined
  const stop = (): void => {
    clearInterval(timer)
    timer = undefined
  }
  return {
    $secondsLeft,
    stop,
    start() {
      stop()
      $secondsLeft.set(RESEND_PAUSE_S)
      timer = setInterval(() => {
        $secondsLeft.set($secondsLeft.get() - 1)
        if ($secondsLeft.get() <= 0) stop()
      }, SECOND_MS)
    }
  }
}
