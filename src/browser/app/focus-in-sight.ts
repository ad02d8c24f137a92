/**
 * Scrolls a focused control fully into view. Chromium does not scroll if 32 px of it are visible; then the edge of a scrolling table
 * could clip its ring, or a message could cover it in a low window. Shift+Tab can focus an element under a sticky bar or column
 * (WCAG 2.4.11). Grids scroll their own cells.
 */
export function keepFocusInSight(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target.closest('[role=grid]')) return
    if (
      !target.matches(
        ":is(a, button, summary, select, input, textarea, [contenteditable], [tabindex='0']):focus-visible"
      )
    )
      return
    target.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
    for (let bars = 0; bars < MAX_BARS; bars++) if (!scrollFromUnderBar(target)) break
  })
}

/** A column, a header and a toolbar may all cover the same link. */
const MAX_BARS = 3
/** Space for the ring. */
const FOCUS_RING_GAP = 8

/** Scrolls away from the first sticky bar or column that covers an edge of the element. Returns whether there was one. */
function scrollFromUnderBar(target: HTMLElement): boolean {
  const { left, right, top, bottom } = target.getBoundingClientRect()
  const [middleX, middleY] = [(left + right) / 2, (top + bottom) / 2]
  const edges: [x: number, y: number][] = [
    [middleX, top + 1],
    [middleX, bottom - 1],
    [left + 1, middleY],
    [right - 1, middleY]
  ]
  const bar = edges.map(([x, y]) => barOver(target, x, y)).find(found => found !== null)
  if (!bar) return false
  const over = bar.getBoundingClientRect()
  const style = getComputedStyle(bar)
  const scroller = scrollerOf(bar)
  if (style.top !== 'auto')
    scroller.scrollBy({ top: top - FOCUS_RING_GAP - over.bottom, behavior: 'instant' })
  else if (style.bottom !== 'auto')
    scroller.scrollBy({ top: bottom + FOCUS_RING_GAP - over.top, behavior: 'instant' })
  else scroller.scrollBy({ left: left - FOCUS_RING_GAP - over.right, behavior: 'instant' })
  return true
}

/** The sticky element that covers the element at a point of the window. */
function barOver(target: HTMLElement, x: number, y: number): Element | null {
  let over = document.elementFromPoint(x, y)
  if (over === null || target.contains(over)) return null
  for (; over !== null && !over.contains(target); over = over.parentElement)
    if (getComputedStyle(over).position === 'sticky') return over
  return null
}

/** The box that a sticky element sticks to. */
function scrollerOf(bar: Element): Element | Window {
  for (let box = bar.parentElement; box !== null; box = box.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(box)
    if (
      box !== document.body &&
      box !== document.documentElement &&
      /auto|scroll/.test(overflowX + overflowY)
    )
      return box
  }
  return window
}
