// Spec 2: polls builds/latest.json. A new build is offered in a banner, never forced (product 20).

import { readStaticFile } from '#browser/api/static-file.ts'
import { $newBuild, type ViewBuild } from '#browser/app/view.ts'
import { MINUTE_MS } from '#lib/time/clock.ts'

/** Spreads the requests of many pages over time. */
const JITTER = 0.1

let loadedId = ''

async function checkForNewVersion(): Promise<void> {
  const result = await readStaticFile('/builds/latest.json', { isFresh: true })
  const build = result.ok ? readBuild(result.value) : null
  // Offline or in the middle of a deployment: wait for the next poll.
  if (!build) return
  // The page's own build again: a deployment was rolled back.
  $newBuild.set(build.id === loadedId ? null : build)
}

function readBuild(value: unknown): ViewBuild | null {
  if (typeof value !== 'object' || value === null) return null
  const { id, notes } = value as Record<string, unknown>
  return typeof id === 'string' ? { id, notes: typeof notes === 'string' ? notes : '' } : null
}

/**
 * Polls at once, then about every minute (±10 %) and whenever the page becomes visible; never while it is
 * hidden. `ownId` is this page's build.
 */
export function watchVersion(ownId: string, random: () => number = Math.random): () => void {
  loadedId = ownId
  let timer: ReturnType<typeof setTimeout> | undefined
  const next = (wait: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (document.visibilityState === 'visible') void checkForNewVersion()
      next(MINUTE_MS * (1 - JITTER + 2 * JITTER * random()))
    }, wait)
  }
  const onVisibility = (): void => {
    if (document.visibilityState === 'hidden') return clearTimeout(timer)
    void checkForNewVersion()
    next(MINUTE_MS)
  }
  next(0)
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisibility)
  }
}
