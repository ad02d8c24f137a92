/** Moves a message to the top of the window while it would cover what has the focus at the bottom (src/browser/app/styles/global.css). */
function placeBesideFocus(message: HTMLElement): void {
  const focused = document.activeElement
  delete message.dataset['atTop']
  if (focused === null || focused === document.body || message.contains(focused)) return
  const covers = (): boolean => {
    const [over, under] = [message.getBoundingClientRect(), focused.getBoundingClientRect()]
    const width = Math.min(over.right, under.right) - Math.max(over.left, under.left)
    const height = Math.min(over.bottom, under.bottom) - Math.max(over.top, under.top)
    return width > 0 && height > 0
  }
  if (!covers()) return
  message.dataset['atTop'] = ''
  // An element that fills the window is covered either way.
  if (covers()) delete message.dataset['atTop']
}

/** The page's bar at the lower edge of the window, however many lines it has. */
const findLowerBar = (): Element | undefined =>
  [...document.querySelectorAll('[data-bar]')].find(
    bar => Math.abs(bar.getBoundingClientRect().bottom - innerHeight) < 1
  )

const MESSAGE_GAP = 16

/**
 * The ref of a message at the bottom of the window, which stands above the page's bar there and must not cover the focused element (WCAG 2.4.11). Scrolling is not enough at the end of a
 * page, and space that is added and removed with a message would move the page.
 */
export function avoidFocus(message: HTMLElement | null): (() => void) | undefined {
  if (message === null) return undefined
  let bar: Element | undefined
  const place = (): void => {
    const lowerBar = findLowerBar()
    if (lowerBar !== bar) {
      if (bar) size.unobserve(bar)
      if (lowerBar) size.observe(lowerBar)
      bar = lowerBar
    }
    message.style.bottom = bar ? `${bar.getBoundingClientRect().height + MESSAGE_GAP}px` : ''
    placeBesideFocus(message)
  }
  // Another message makes it larger, another line the bar.
  const size = new ResizeObserver(place)
  size.observe(message)
  place()
  const stop = new AbortController()
  const options = { signal: stop.signal, capture: true, passive: true }
  document.addEventListener('focusin', place, options)
  document.addEventListener('scroll', place, options)
  window.addEventListener('resize', place, options)
  return () => {
    stop.abort()
    size.disconnect()
  }
}
