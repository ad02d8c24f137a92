// Keeps the row names of a wide grid visible when it scrolls sideways. `position: sticky` does that smoothly
// with a pointer, but gives each row a layer of its own, which makes every key several times slower. So
// names are sticky only while a pointer scrolls; during typing they are moved once, to where they would
// stick. Neither costs anything before the grid scrolls sideways.

type Names = 'sticky' | 'moved'

/**
 * Follows the scrolling of a form; returns a function that stops it. The styles are in grid.css
 * (`data-names`, `--names`, `--padding`): sticky elements stop at the scroll container's padding but should
 * reach its edge.
 */
export function keepRowNamesVisible(form: HTMLElement): () => void {
  const stop = new AbortController()
  const options = { signal: stop.signal, passive: true, capture: true }
  let names: Names = 'moved'
  let scroller: Element | null = null
  const place = (): void => {
    if (scroller === null) return
    const { scrollLeft } = scroller
    if (scrollLeft === 0) delete form.dataset['names']
    else form.dataset['names'] = names
    if (scrollLeft > 0 && names === 'moved')
      for (const grid of form.querySelectorAll('[role=grid]')) moveNames(grid, scroller)
  }
  const turn = (to: Names) => (): void => {
    if (names === to) return
    names = to
    place()
  }
  document.addEventListener(
    'scroll',
    ({ target }) => {
      const found = target instanceof Document ? target.scrollingElement : target
      if (!(found instanceof Element) || !(found.contains(form) || form.contains(found))) return
      // Vertical scrolling changes nothing here.
      if (found.scrollWidth <= found.clientWidth) return
      if (scroller !== found) form.style.setProperty('--padding', getComputedStyle(found).paddingLeft)
      scroller = found
      place()
    },
    options
  )
  for (const kind of ['wheel', 'pointerdown', 'touchstart'])
    document.addEventListener(kind, turn('sticky'), options)
  document.addEventListener('keydown', turn('moved'), options)
  return () => stop.abort()
}

/** At the left edge of the visible part of the grid, and never outside it. */
function moveNames(grid: Element, scroller: Element): void {
  const name = grid.querySelector('[role=rowheader]')
  if (!(grid instanceof HTMLElement) || name === null) return
  const edge = scroller === document.scrollingElement ? 0 : scroller.getBoundingClientRect().left
  const hidden = edge - grid.getBoundingClientRect().left
  const most = grid.clientWidth - name.clientWidth
  grid.style.setProperty('--names', `${Math.max(0, Math.min(hidden, most))}px`)
}
