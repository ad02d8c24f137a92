// What every page has except the login form, which is to be usable before this has loaded.

import { runtimeConfig } from '#browser/stores/site-config.ts'
import { keepFocusOnRemoval } from '#browser/ui/focus/focus-place.ts'
import { floating } from '#browser/ui/popover/use-place.ts'
import { preload, setMissingCodeHandler } from '#lib/chunk.ts'
import { layoutFor } from './layouts/layout-for.ts'
import { matchPath } from './match.ts'
import { overlays } from './overlays/overlays-chunk.ts'
import { listenForRegionKeys } from './region-keys.ts'
import { startReactions } from './start/reactions.ts'
import { reloadForCode } from './watch/missing-code.ts'
import { watchVersion } from './watch/new-version.ts'
import { whenShown } from './when-shown.ts'

export { ErrorPage } from './error-page.tsx'
export { LazyOverlays } from './overlays/lazy-overlays.tsx'
export { confirmLeaving, LeaveDialog } from './overlays/leave-dialog.tsx'
export { SmallWindowStrip } from './overlays/small-window-strip.tsx'
export { applyAddress, writeAddress } from './start/follow-address.ts'

/** Preloads pages that are likely to be opened next: links under the pointer or in focus (spec 9: about 4 at once). */
function watchLinks(): () => void {
  const onIntent = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest('a') : null
    if (!link || link.origin !== location.origin) return
    const match = matchPath(link.pathname)
    if (match) preload(match.route.page)
  }
  const events = ['pointerover', 'focusin']
  for (const event of events) document.addEventListener(event, onIntent)
  return () => {
    for (const event of events) document.removeEventListener(event, onIntent)
  }
}

/** The forms that visits begin with do not need the overlays and stay small. */
const preloadOverlays = (): void =>
  whenShown(
    view => layoutFor(view.path) !== 'none',
    () => {
      preload(floating)
      void overlays.tryLoad().then(code => code?.keepFocusInSight())
    }
  )

/** Product 20: the first check for a new version, in milliseconds after the start. */
const FIRST_VERSION_CHECK_MS = 15_000

/** Starts what runs for as long as the page is open. */
export function startMainCode(visit: () => Promise<void>): void {
  setMissingCodeHandler(reloadForCode)
  startReactions(visit)
  watchLinks()
  listenForRegionKeys()
  keepFocusOnRemoval()
  preloadOverlays()
  setTimeout(() => watchVersion(runtimeConfig().buildId), FIRST_VERSION_CHECK_MS)
}
