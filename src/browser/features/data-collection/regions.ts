// F6 cycles through the regions of the page, so that nobody has to tab through thousands of cells to leave a
// grid.

const CONTROL_SELECTOR = 'a[href], button:not([disabled]), input:not([disabled]), select, textarea'

/** Listens for F6 and Shift F6 while the page is open; call the returned function to stop. */
export function listenForRegionKeys(page: HTMLElement | null): () => void {
  const stop = new AbortController()
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'F6' || page === null) return
    event.preventDefault()
    const regions = [...page.querySelectorAll<HTMLElement>('[data-region]')].filter(region =>
      region.querySelector(CONTROL_SELECTOR)
    )
    const here = regions.findIndex(region => region.contains(document.activeElement))
    const step = event.shiftKey ? regions.length - 1 : 1
    regions[(Math.max(here, 0) + step) % regions.length]
      ?.querySelector<HTMLElement>(CONTROL_SELECTOR)
      ?.focus()
  }
  document.addEventListener('keydown', onKeyDown, { signal: stop.signal })
  return () => stop.abort()
}
