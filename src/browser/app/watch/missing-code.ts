// Code that was asked for within a page and cannot be loaded, mostly because a deployment has removed the file. Trying again would never
// help, so the page reloads, as for a navigation (spec 4; decision 0009).

import { unsavedWork } from '#browser/navigation/leave.ts'
import { pause } from '#lib/time/clock.ts'
import { throttledReload } from './chunk-reload.ts'

/**
 * Longer than an open section waits for its answers (`src/browser/section/sync/watch-unsaved.ts`). A form that is being sent may itself
 * wait for the code, and then its check never ends.
 */
const MAX_CHECK_MS = 4000

/**
 * Reloads the page that code was asked for on, unless its reader has gone on or something unsaved would be lost; returns whether it did.
 * What is kept on this device is not lost.
 */
export async function reloadForCode(path: string | undefined): Promise<boolean> {
  const work = await Promise.race([unsavedWork(), pause(MAX_CHECK_MS)])
  return work !== undefined && work !== 'lost' && path === location.pathname && throttledReload(path)
}
