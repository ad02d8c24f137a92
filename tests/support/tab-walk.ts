import { expect, type Page } from '@playwright/test'

/** What has the focus, and what of it somebody sees. */
export interface TabStop {
  name: string
  /** The places of it that something lies over, or that are out of the window although there is room for them. */
  hidden: string[]
}

/** More stops than any page that a test walks through has. */
const MAX_STOPS = 400
/** Longer than a busy machine takes for some frames. */
const PATIENCE_MS = 10_000

/** Presses a key from the beginning or the end of the page to the other, and says where the focus was each time. */
export async function tabWalk(
  page: Page,
  key: 'Tab' | 'Shift+Tab',
  most: number = MAX_STOPS
): Promise<TabStop[]> {
  await page.evaluate(startAtEdge, key === 'Tab')
  return stopsFromHere(page, key, most)
}

/** The same from where the focus is. */
export async function stopsFromHere(
  page: Page,
  key: 'Tab' | 'Shift+Tab',
  most: number = MAX_STOPS
): Promise<TabStop[]> {
  const stops: TabStop[] = []
  while (stops.length < most) {
    await page.keyboard.press(key)
    if (await page.evaluate(isBackAtFirst)) return stops
    const stop = await page.evaluate(focusedStop)
    if (stop === null) return stops
    stops.push(stop.hidden.length === 0 ? stop : await settled(page, stop))
  }
  return stops
}

/** A grid scrolls its cell into sight in the next frames. */
async function settled(page: Page, first: TabStop): Promise<TabStop> {
  let stop = first
  const isSeen = async () => {
    stop = (await page.evaluate(focusedStop)) ?? stop
    expect(stop.hidden).toEqual([])
  }
  await expect(isSeen)
    .toPass({ timeout: PATIENCE_MS })
    .catch(() => undefined)
  return stop
}

/**
 * In the page: the next Tab begins at its top, Shift and Tab at its end. The edge is an element of its own, because browsers do not agree on
 * what comes before the body.
 */
function startAtEdge(isTop: boolean): void {
  document.getElementById('tab-walk-edge')?.remove()
  const start = document.createElement('span')
  start.id = 'tab-walk-edge'
  start.tabIndex = -1
  start.style.position = 'fixed'
  document.body[isTop ? 'prepend' : 'append'](start)
  start.focus({ preventScroll: true })
  Reflect.deleteProperty(globalThis, 'firstTabStop')
}

/** In the page: browsers with windows come from one end of the page to the other without a stop between. */
function isBackAtFirst(): boolean {
  const first: unknown = Reflect.get(globalThis, 'firstTabStop')
  if (first === undefined) Reflect.set(globalThis, 'firstTabStop', document.activeElement)
  return first === document.activeElement
}

/** In the page, so everything it needs stands inside it. */
function focusedStop(): TabStop | null {
  const nameOf = (element: HTMLElement, label: string): string => {
    // Forwards a group of radio buttons is entered at its first, backwards at its last.
    if (element instanceof HTMLInputElement && element.type === 'radio') return element.name
    return (element.getAttribute('aria-label') ?? (label || element.textContent))
      .trim()
      .replaceAll(/\s+/g, ' ')
  }
  /** The middle, and the edges of what is no larger than half of the window; of a link in several lines, the middle of each. */
  const placesOf = (element: HTMLElement): [place: string, x: number, y: number][] => {
    const [first, ...lines] = element.getClientRects()
    if (!first) return [['nowhere', -1, -1]]
    const { left, top, width, height } = first
    const [x, y] = [left + width / 2, top + height / 2]
    const places: [string, number, number][] = [['middle', x, y]]
    for (const line of lines) places.push(['a line', line.left + line.width / 2, line.top + line.height / 2])
    if (height <= innerHeight / 2)
      places.push(['top', x, top + height * 0.25], ['bottom', x, top + height * 0.75])
    if (width <= innerWidth / 2)
      places.push(['left', left + width * 0.1, y], ['right', left + width * 0.9, y])
    return places
  }
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return null
  const labels = [...((element as HTMLInputElement).labels ?? [])]
  const isHidden = ([, x, y]: [string, number, number]): boolean => {
    const over = document.elementFromPoint(x, y)
    return over === null || ![element, ...labels].some(one => one.contains(over) || over.contains(element))
  }
  return {
    name: `${element.tagName.toLowerCase()} ${nameOf(element, labels[0]?.textContent ?? '')}`,
    // What is larger than the window has no middle that must be seen.
    hidden:
      element.offsetHeight > innerHeight / 2
        ? []
        : placesOf(element)
            .filter(isHidden)
            .map(([place]) => place)
  }
}
