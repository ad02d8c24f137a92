// Keeps the row names of a wide grid visible when it scrolls sideways. `position: sticky` does that smoothly
// with a pointer, but gives each row a layer of its own, which makes every key several times slower. So
// names are sticky only while a pointer scrolls; during typing they are moved once, to where they would
// stick. Neither costs anything before the grid scrolls sideways.

type NamePlacement = 'sticky' | 'moved'

/**
 * Follows what scrolls around the grids of a form: the page's middle, or in small windows a box around each grid.
 * Returns a function that stops it. The styles are in src/browser/app/styles/cells.css (`data-names`, `--padding`): sticky
 * elements stop at the scroll container's padding but should reach its edge.
 */
export function keepRowNamesVisible(form: HTMLElement): () => void {
  const stop = new AbortController()
  const options = { signal: stop.signal, passive: true, capture: true }
  let names: NamePlacement = 'moved'
  const scrollers = new Set<Element>()
  const turn = (to: NamePlacement) => (): void => {
    if (names === to) return
    names = to
    for (const scroller of scrollers) placeNames(form, scroller, names)
  }
  document.addEventListener(
    'scroll',
    ({ target }) => {
      const found = target instanceof Document ? target.scrollingElement : target
      // Vertical scrolling changes nothing here, and neither does a field that scrolls a long text in itself.
      if (!(found instanceof Element) || found.scrollWidth <= found.clientWidth) return
      const grids = gridsIn(form, found)
      if (grids.length === 0) return
      if (!scrollers.has(found)) {
        const padding = getComputedStyle(found).paddingLeft
        for (const grid of grids) grid.style.setProperty('--padding', padding)
      }
      scrollers.add(found)
      placeNames(form, found, names)
    },
    options
  )
  for (const kind of ['wheel', 'pointerdown', 'touchstart'])
    document.addEventListener(kind, turn('sticky'), options)
  document.addEventListener('keydown', turn('moved'), options)
  return () => stop.abort()
}

const gridsIn = (form: HTMLElement, scroller: Element): HTMLElement[] =>
  [...form.querySelectorAll<HTMLElement>('[role=grid]')].filter(
    grid => grid !== scroller && scroller.contains(grid)
  )

/** How far the names of each grid have been moved. */
const movedBy = new WeakMap<HTMLElement, number | null>()

function placeNames(form: HTMLElement, scroller: Element, names: NamePlacement): void {
  const isScrolled = scroller.scrollLeft > 0
  for (const grid of gridsIn(form, scroller)) {
    const distance = isScrolled && names === 'moved' ? measureHiddenWidth(grid, scroller) : null
    if ((movedBy.get(grid) ?? null) !== distance) moveNames(grid, distance)
    movedBy.set(grid, distance)
    if (isScrolled) grid.dataset['names'] = names
    else delete grid.dataset['names']
  }
}

/** To the left edge of the visible part of the grid, and never outside it. */
function measureHiddenWidth(grid: HTMLElement, scroller: Element): number {
  const edge = scroller === document.scrollingElement ? 0 : scroller.getBoundingClientRect().left
  const hidden = edge - grid.getBoundingClientRect().left
  const most = grid.clientWidth - (grid.querySelector('[role=rowheader]')?.clientWidth ?? 0)
  return Math.max(0, Math.min(hidden, most))
}

/** Each on its own: from a property of the grid, every cell would inherit the distance and get its style anew. */
function moveNames(grid: HTMLElement, distance: number | null): void {
  for (const name of grid.querySelectorAll<HTMLElement>('[role=rowheader]'))
    if (distance === null) name.removeAttribute('style')
    else name.style.transform = `translateX(${distance}px)`
}
