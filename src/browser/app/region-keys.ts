import { isElementVisible } from '#browser/ui/focus/is-element-visible.ts'

/** The landmarks of the page, its bar, and parts of a screen that stand beside each other. */
const REGIONS = 'nav, main, aside, section[aria-label], dialog[open], [data-region]'
/** What Tab stops at, except the links past a part, which are seen only in focus. */
const CONTROLS =
  ':is(a[href]:not(.skip-link), button, input, select, textarea, summary, [tabindex="0"]):not(:disabled, [tabindex="-1"])'

/**
 * F6 and Shift F6 cycle through the regions of the page, so that nobody has to tab through thousands of cells to leave a table. A region that was
 * left takes the focus where it was. Returns a function that stops.
 */
export function listenForRegionKeys(): () => void {
  const stop = new AbortController()
  const lastFocused = new WeakMap<Element, HTMLElement>()
  const onFocusIn = ({ target }: FocusEvent): void => {
    const region = target instanceof HTMLElement ? target.closest(REGIONS) : null
    if (region !== null) lastFocused.set(region, target as HTMLElement)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'F6' || isModalOpen()) return
    event.preventDefault()
    const regions = [...document.querySelectorAll<HTMLElement>(REGIONS)].filter(
      region => controlsOf(region).length > 0
    )
    const here = currentIndex(regions)
    const next = regions.at((event.shiftKey ? Math.max(here, 0) - 1 : here + 1) % regions.length)
    if (next === undefined) return
    const former = lastFocused.get(next)
    const target = former !== undefined && isControlOf(next, former) ? former : controlsOf(next)[0]
    target?.focus()
  }
  document.addEventListener('focusin', onFocusIn, { signal: stop.signal })
  document.addEventListener('keydown', onKeyDown, { signal: stop.signal })
  return () => stop.abort()
}

/** Not those of a region within it, which is a stop of its own. */
const controlsOf = (region: Element): HTMLElement[] =>
  [...region.querySelectorAll<HTMLElement>(CONTROLS)].filter(control => isControlOf(region, control))

const isControlOf = (region: Element, control: HTMLElement): boolean =>
  control.isConnected &&
  control.closest(REGIONS) === region &&
  control.matches(CONTROLS) &&
  isElementVisible(control)

/** A modal dialog is the whole page while it is open. */
const isModalOpen = (): boolean =>
  [...document.querySelectorAll('dialog[open]')].some(dialog => dialog.matches(':modal'))

/** The region with the focus, or the last one that begins before it; -1 if there is none. */
function currentIndex(regions: readonly Element[]): number {
  const { activeElement } = document
  if (activeElement === null || activeElement === document.body) return -1
  const own = regions.findIndex(region => region === activeElement.closest(REGIONS))
  return own >= 0
    ? own
    : regions.findLastIndex(
        region => (region.compareDocumentPosition(activeElement) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
      )
}
