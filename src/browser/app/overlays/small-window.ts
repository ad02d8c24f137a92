// Whether this visit continues below the small-screen breakpoint (product 25).

import { atom } from 'nanostores'
import { recallChoice, rememberChoice } from '#browser/stores/tab-memory.ts'

/** The static page reads it too (src/pages/_shell/small-window.js). */
const SMALL_WINDOW_KEY = 'small-window'

export const $isSmallWindowAccepted = atom(recallChoice(SMALL_WINDOW_KEY) !== null)

export function acceptSmallWindow(): void {
  rememberChoice(SMALL_WINDOW_KEY, 1)
  $isSmallWindowAccepted.set(true)
}
