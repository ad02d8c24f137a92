import { isElementVisible } from '#browser/ui/focus/is-element-visible.ts'

/** The landmarks of the page, its bar, and parts of a screen that stand beside each other. */
const REGIONS = 'nav, main, aside, section[aria-label], dialog[open], [data-region]'
/** What Tab stops at, except the links past a part, which are seen only in focus. */
const CONTROLS =
  ':is(a[href]:not(.skip-link), button, input, select, textarea, summary, [tabindex="0"]):not(:disabled, [tabindex="-1"])'

/** Where each region had the focus, once the keys are used. */
const lastFocused = new WeakMap<Element, HTMLElement>()
let isFollowing = false

function noteFocus(): void {
  const { activeElement } = document
  const region = activeElement?.closest(REGIONS)
  if (region && activeElement instanceof HTMLElement) lastFocused.set(region, activeElement)
}

/**
 * Moves the focus to the next region of the page, so that nobody has to tab through thousands of cells to leave a table. A region that was
 * left takes the focus where it was.
 */
export function moveToRegion(isBackwards: boolean): void {
  if (!isFollowing) document.addEventListener('focusin', noteFocus)
  isFollowing = true
  noteFocus()
  const regions = [...document.querySelectorAll<HTMLElement>(REGIONS)].filter(
    region => controlsOf(region).length > 0
  )
  const here = currentIndex(regions)
  const next = regions.at((isBackwards ? Math.max(here, 0) - 1 : here + 1) % regions.length)
  if (next === undefined) return
  const former = lastFocused.get(next)
  const target = former !== undefined && isControlOf(next, former) ? former : controlsOf(next)[0]
  target?.focus()
}

/** Not those of a region within it, which is a stop of its own. */
const controlsOf = (region: Element): HTMLElement[] =>
  [...region.querySelectorAll<HTMLElement>(CONTROLS)].filter(control => isControlOf(region, control))

const isControlOf = (region: Element, control: HTMLElement): boolean =>
  control.isConnected &&
  control.closest(REGIONS) === region &&
  control.matches(CONTROLS) &&
  isElementVisible(control)

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
