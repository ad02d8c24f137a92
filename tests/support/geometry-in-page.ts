// The computations of geometry.ts. They are sent to the page as text, so they use each other, texts-in-page.ts and nothing else of this project.

import { isShown, nameOf, textsIn } from './texts-in-page.ts'

export interface GeometryFinding {
  fault: 'too wide' | 'covered' | 'cut' | 'spilled' | 'squeezed' | 'small target' | 'bars' | 'outside'
  /** The element, by its tag and words, and what is wrong with it. */
  where: string
}

interface Asked {
  target: number
  bars: number
  within: string
}

export function findings({ target, bars, within }: Asked): GeometryFinding[] {
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1)
  const root = modal ?? document.querySelector(within) ?? document.body
  const isPage = root === document.body
  const scrolled = [...document.querySelectorAll('*')].map(
    element => [element, element.scrollLeft, element.scrollTop] as const
  )
  const found = [
    ...tooWide(),
    ...(isPage ? tooManyBars(bars) : outside(root)),
    ...cutTexts(root),
    ...spilledFigures(root),
    ...squeezedTexts(root),
    ...coveredTexts(root),
    ...controlFaults(root, target)
  ]
  for (const [element, left, top] of scrolled) {
    if (element.scrollLeft !== left) element.scrollLeft = left
    if (element.scrollTop !== top) element.scrollTop = top
  }
  return found
}

/** The page never scrolls sideways: wider content scrolls in its own container. */
export function tooWide(): GeometryFinding[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const extra = scrollWidth - clientWidth
  if (extra <= 0) return []
  const wide = [...document.body.querySelectorAll('*')].filter(element => {
    if (element.getBoundingClientRect().right <= clientWidth + 1) return false
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
      if (getComputedStyle(at).overflowX !== 'visible') return false
    return true
  })
  const innermost = wide.filter(element => !wide.some(other => other !== element && element.contains(other)))
  const causes = innermost.length === 0 ? [document.body] : innermost.slice(0, 5)
  return causes.map(cause => ({ fault: 'too wide', where: `${nameOf(cause)} (page by ${extra} px)` }))
}

/** What floats is in the window with all its edges, and scrolls in itself. */
export function outside(root: Element): GeometryFinding[] {
  const { left, top, right, bottom } = root.getBoundingClientRect()
  const beyond = [
    left < -0.5 && 'left',
    top < -0.5 && 'top',
    right > innerWidth + 0.5 && 'right',
    bottom > innerHeight + 0.5 && 'bottom'
  ].filter(Boolean)
  return beyond.length === 0 ? [] : [{ fault: 'outside', where: `${nameOf(root)}: ${beyond.join(', ')}` }]
}

/** Text that a box cuts without a way to read it: it neither scrolls nor has a title with the whole. */
export function cutTexts(root: Element): GeometryFinding[] {
  return textsIn(root).flatMap(({ parent, lines }): GeometryFinding[] => {
    const box = lines()
      .map(line => cuttingBox(line, parent))
      .find(Boolean)
    if (!box) return []
    const isTold = parent.closest('[title], [aria-label]') !== null || box.querySelector('[title]') !== null
    // Words of a chosen option are shortened; the list that opens has them whole.
    const isChosen = Boolean(parent.closest('label')?.querySelector('select'))
    const isMarked = getComputedStyle(box).textOverflow === 'ellipsis'
    return isMarked && (isTold || isChosen) ? [] : [{ fault: 'cut', where: nameOf(parent) }]
  })
}

/** A figure that is wider or higher than its cell, and so runs into the next one although nothing cuts it. */
export function spilledFigures(root: Element): GeometryFinding[] {
  return textsIn(root).flatMap(({ parent, text, lines }): GeometryFinding[] => {
    const cell = parent.closest('td, th, dd, [role=cell], [role=gridcell]')
    if (!cell || !/\d/.test(text) || parent.closest('svg')) return []
    const box = cell.getBoundingClientRect()
    // A line's box is higher than its letters.
    const isIn = (line: DOMRect): boolean =>
      line.left >= box.left - 1 &&
      line.right <= box.right + 1 &&
      line.top >= box.top - 4 &&
      line.bottom <= box.bottom + 4
    // What stands out of the flow, such as a note at a cell, is seen over the others on purpose.
    const isLoose = (): boolean => {
      for (let at: Element | null = parent; at && at !== cell; at = at.parentElement)
        if (['absolute', 'fixed'].includes(getComputedStyle(at).position)) return true
      return false
    }
    return lines().every(isIn) || isLoose() ? [] : [{ fault: 'spilled', where: nameOf(parent) }]
  })
}

/** Text in a column so narrow that it is read letter by letter, or a word or two of it a line, although nothing overflows. */
export function squeezedTexts(root: Element): GeometryFinding[] {
  const least = { lines: 3, letters: 5 }
  return textsIn(root).flatMap(({ parent, text, lines }): GeometryFinding[] => {
    if (parent.closest('svg')) return []
    const letters = text.replaceAll(/\s+/g, ' ').trim().length
    const count = new Set(lines().map(({ top }) => Math.round(top))).size
    if (count < least.lines || letters / count >= least.letters) return []
    return [{ fault: 'squeezed', where: `${nameOf(parent)}: ${count} lines for ${letters} letters` }]
  })
}

/** The box that hides a part of a line, after all that scrolls around the line. */
export function cuttingBox(line: DOMRect, parent: Element): Element | null {
  let [width, height] = [
    { from: line.left, to: line.right },
    { from: line.top, to: line.bottom }
  ]
  let isOut = false
  for (let at: Element | null = parent; at && at !== document.body; at = at.parentElement) {
    const { overflowX, overflowY, position, display } = getComputedStyle(at)
    // What is placed absolutely is cut by the boxes that it is placed in alone.
    if (['inline', 'contents'].includes(display) || (isOut && position === 'static')) continue
    const { left, right, top, bottom } = at.getBoundingClientRect()
    const across = seenThrough(width, { from: left, to: right }, overflowX, 1)
    // A line's box is higher than its letters.
    const down = seenThrough(height, { from: top, to: bottom }, overflowY, 4)
    if (across === 'cut' || down === 'cut') return at
    if (across.from >= across.to || down.from >= down.to || position === 'fixed') return null
    width = across
    height = down
    isOut = position === 'absolute'
  }
  return null
}

interface Stretch {
  from: number
  to: number
}

/** What is left of a line in one direction in a box; what has scrolled out of it is not cut. */
export function seenThrough(line: Stretch, box: Stretch, overflow: string, play: number): Stretch | 'cut' {
  if (overflow === 'visible') return line
  if (overflow === 'auto' || overflow === 'scroll')
    return { from: Math.max(line.from, box.from), to: Math.min(line.to, box.to) }
  return line.from < box.from - play || line.to > box.to + play ? 'cut' : line
}

/** Text that something else lies on: two texts, or a button on a sentence. */
export function coveredTexts(root: Element): GeometryFinding[] {
  return textsIn(root).flatMap(({ parent, lines }): GeometryFinding[] => {
    if (getComputedStyle(parent).pointerEvents === 'none' || parent.closest('svg')) return []
    parent.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const line = lines()[0]
    if (!line) return []
    const x = line.left + Math.min(line.width / 2, 60)
    const y = line.top + line.height / 2
    const over = document.elementFromPoint(x, y)
    if (!over || over.contains(parent) || parent.contains(over) || isSeeThrough(over, parent, x, y)) return []
    return [{ fault: 'covered', where: `${nameOf(parent)} by ${nameOf(over)}` }]
  })
}

/** A select lies unseen on its label's words; a link may reach over its whole row by an empty box. */
export function isSeeThrough(over: Element, text: Element, x: number, y: number): boolean {
  if (isStuckHead(over, text)) return true
  const control = over.closest('a, button, label, select, input')
  if (!control) return false
  if (control.closest('label')?.contains(text)) return true
  const { left, right, top, bottom } = control.getBoundingClientRect()
  return x < left || x > right || y < top || y > bottom
}

/** A table's heads stay in sight while its cells scroll below them; what is below one can be scrolled from there. */
export function isStuckHead(over: Element, text: Element): boolean {
  const head = over.closest('th, td, [role=rowheader], [role=columnheader]')
  const table = head?.closest('table, [role=grid]')
  if (!head || table?.contains(text) !== true) return false
  const { position, transform } = getComputedStyle(head)
  return position === 'sticky' || transform !== 'none'
}

/** What sticks to the window's edges leaves enough of it for the page. */
export function tooManyBars(limit: number): GeometryFinding[] {
  const steps = 60
  const bars = new Set<Element>()
  let taken = 0
  for (let step = 0; step < steps; step += 1) {
    let at = document.elementFromPoint(innerWidth / 2, ((step + 0.5) * innerHeight) / steps)
    while (at && !isBar(at)) at = at.parentElement
    if (!at) continue
    taken += 1
    bars.add(at)
  }
  if (taken / steps <= limit) return []
  const share = Math.round((100 * taken) / steps)
  return [{ fault: 'bars', where: `${share}% of the height: ${[...bars].map(nameOf).join(', ')}` }]
}

/** Fixed, or stuck to an edge of the window. Heads and names of a table belong to its content. */
export function isBar(element: Element): boolean {
  const { position, bottom } = getComputedStyle(element)
  if (position === 'fixed') return true
  if (position !== 'sticky' || element.closest('table')) return false
  const box = element.getBoundingClientRect()
  return bottom === 'auto' ? box.top <= 1 : box.bottom >= innerHeight - 1
}

/** Controls that are covered, or too small to press. */
export function controlFaults(root: Element, target: number): GeometryFinding[] {
  const roles = ['button', 'tab', 'menuitem', 'option', 'switch', 'slider'].map(role => `[role=${role}]`)
  const selector = ['a[href]', 'button', 'input', 'select', 'textarea', 'summary', ...roles].join(', ')
  return [...root.querySelectorAll(selector)]
    .filter(element => !element.matches(':disabled'))
    .flatMap(element => controlFault(element, target))
}

export function controlFault(element: Element, target: number): GeometryFinding[] {
  const label = (element as HTMLInputElement).labels?.[0] ?? null
  const isTick = element.matches('[type=checkbox], [type=radio], [type=file]')
  const box = isTick && label ? label : element
  if (!isShownControl(element, label)) return []
  box.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  const { left, top, width, height } = box.getClientRects()[0] ?? box.getBoundingClientRect()
  const at = (dx: number, dy: number): Element | null =>
    document.elementFromPoint(left + width / 2 + dx, top + height / 2 + dy)
  const isHit = (dx: number, dy: number): boolean => {
    const over = at(dx, dy)
    if (over === null) return false
    return [element, label].some(own => own?.contains(over)) || isStuckHead(over, element)
  }
  if (!isHit(0, 0))
    return [{ fault: 'covered', where: `${nameOf(element)} by ${nameOf(at(0, 0) ?? document.body)}` }]
  // A target may reach farther than the box that is seen.
  const reach = target / 2 - 1
  const isEnough = (size: number, dx: number, dy: number): boolean =>
    size >= target - 0.5 || (isHit(-dx, -dy) && isHit(dx, dy))
  if ((isEnough(width, reach, 0) && isEnough(height, 0, reach)) || isInSentence(element)) return []
  const size = `${Math.round(width)}×${Math.round(height)}`
  return [{ fault: 'small target', where: `${nameOf(element)} ${size}` }]
}

/** A select may be see-through over its own words, and a tick box hidden behind its card. */
export function isShownControl(element: Element, label: Element | null): boolean {
  if (label && isShown(label)) return element.checkVisibility({ visibilityProperty: true })
  return isShown(element)
}

/** WCAG 2.5.8 lets a link among the words of a sentence be as high as its line. Beside a mark, a figure or another link it stands in a list. */
export function isInSentence(element: Element): boolean {
  if (getComputedStyle(element).display !== 'inline') return false
  const beside = (side: 'previousSibling' | 'nextSibling'): string => {
    let at: Node = element
    // Out of what is drawn with the link alone, as bold type is.
    while (!at[side] && at.parentElement && getComputedStyle(at.parentElement).display === 'inline')
      at = at.parentElement
    const sibling = at[side]
    return sibling?.nodeType === Node.TEXT_NODE ? (sibling.textContent ?? '') : ''
  }
  const words = `${beside('previousSibling')} ${beside('nextSibling')}`.match(/\p{L}{2,}/gu) ?? []
  return words.length >= 2
}
