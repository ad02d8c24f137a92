// Keeps the row names of a wide grid visible when it scrolls sideways. `position: sticky` does that smoothly
// with a pointer, but gives each row a layer of its own, which makes every key several times slower. So
// names are sticky only while a pointer scrolls; during typing they are moved once, to where they would
// stick. Neither costs anything before the grid scrolls sideways.

type NamePlacement = 'sticky' | 'moved'

/**
 * Follows what scrolls around the grids of a form: the page's middle, or in small windows a box around each grid.
 * Returns a function that stops it.
 */
export function keepRowNamesVisible(form: HTMLElement): () => void {
  const stop = new AbortController()
  const options = { signal: stop.signal, passive: true, capture: true }
  let names: NamePlacement = 'moved'
  const scrollers = new Set<Element>()
  const placeAll = (): void => {
    for (const scroller of scrollers) placeNames(form, scroller, names)
  }
  const turn = (to: NamePlacement) => (): void => {
    if (names === to) return
    names = to
    placeAll()
  }
  // A row that is added comes without a place for its name.
  const resized = new ResizeObserver(placeAll)
  document.addEventListener(
    'scroll',
    ({ target }) => {
      const found = target instanceof Document ? target.scrollingElement : target
      // Vertical scrolling changes nothing here, and neither does a field that scrolls a long text in itself.
      if (!(found instanceof Element) || found.scrollWidth <= found.clientWidth) return
      const grids = gridsIn(form, found)
      if (grids.length === 0) return
      if (!scrollers.has(found)) for (const grid of grids) resized.observe(grid)
      scrollers.add(found)
      placeNames(form, found, names)
    },
    options
  )
  for (const kind of ['wheel', 'pointerdown', 'touchstart'])
    document.addEventListener(kind, turn('sticky'), options)
  document.addEventListener('keydown', turn('moved'), options)
  return () => {
    stop.abort()
    resized.disconnect()
  }
}

const gridsIn = (form: HTMLElement, scroller: Element): HTMLElement[] =>
  [...form.querySelectorAll<HTMLElement>('[role=grid]')].filter(
    grid => grid !== scroller && scroller.contains(grid)
  )

/** The style of each name and corner that has been placed. */
const placed = new WeakMap<Element, string>()

/** Each has a style of its own: for an attribute or a property of the grid, the browser would compute the style of every cell anew. */
function place(element: HTMLElement | null, style: string): void {
  if (element === null || (placed.get(element) ?? '') === style) return
  placed.set(element, style)
  if (style === '') element.removeAttribute('style')
  else element.style.cssText = style
}

function placeNames(form: HTMLElement, scroller: Element, names: NamePlacement): void {
  const isScrolled = scroller.scrollLeft > 0
  // Sticky elements stop at the scroll container's padding but should reach its edge.
  const edge = `left: -${getComputedStyle(scroller).paddingLeft || '0px'};`
  const grids = gridsIn(form, scroller).map(grid => ({ grid, hidden: measureHiddenWidth(grid, scroller) }))
  for (const { grid, hidden } of grids) {
    // The corner above the names, which is always sticky.
    place(grid.querySelector<HTMLElement>('[role=columnheader]'), edge)
    const moved = `z-index: 1; ${names === 'moved' ? `transform: translateX(${hidden}px);` : `position: sticky; ${edge}`}`
    for (const name of grid.querySelectorAll<HTMLElement>('[role=rowheader]'))
      place(name, isScrolled ? moved : '')
  }
}

/** To the left edge of the visible part of the grid, and never outside it. */
function measureHiddenWidth(grid: HTMLElement, scroller: Element): number {
  const edge = scroller === document.scrollingElement ? 0 : scroller.getBoundingClientRect().left
  const hidden = edge - grid.getBoundingClientRect().left
  const most = grid.clientWidth - (grid.querySelector('[role=rowheader]')?.clientWidth ?? 0)
  return Math.max(0, Math.min(hidden, most))
}
