import { overlays } from './overlays/overlays-chunk.ts'

/** F6 and Shift F6 lead through the regions of every page (`move-to-region.ts`). Returns a function that stops. */
export function listenForRegionKeys(): () => void {
  const stop = new AbortController()
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'F6' || isModalOpen()) return
    event.preventDefault()
    void overlays.load().then(
      ({ moveToRegion }) => moveToRegion(event.shiftKey),
      // Without the code the key does nothing; the next one tries again.
      () => {}
    )
  }
  document.addEventListener('keydown', onKeyDown, { signal: stop.signal })
  return () => stop.abort()
}

/** A modal dialog is the whole page while it is open. */
const isModalOpen = (): boolean =>
  [...document.querySelectorAll('dialog[open]')].some(dialog => dialog.matches(':modal'))
