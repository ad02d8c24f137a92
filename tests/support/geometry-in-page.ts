// The computations of geometry.ts. They are sent to the page as text, so they use only each other and texts-in-page.ts.

import { isShown, nameOf, textsIn } from './texts-in-page.ts'

export interface GeometryFinding {
  fault: 'too wide' | 'covered' | 'cut' | 'spilled' | 'squeezed' | 'small target' | 'bars' | 'outside'
  /** The element's tag and text. */
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

/** Floating elements are completely inside the window, and scroll internally. */
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

/** Text that a box cuts off, or hides, with no way to read it: the box does not scroll and has no title with the whole text. */
export function cutTexts(root: Element): GeometryFinding[] {
  return textsIn(root).flatMap(({ parent, text, lines }): GeometryFinding[] => {
    const box = lines()
      .map(line => cuttingBox(line, parent))
      .find(Boolean)
    if (!box) return []
    const isTold = parent.closest('[title], [aria-label]') !== null || box.querySelector('[title]') !== null
    // The text of a chosen option may be cut: the open list shows all of it.
    const isChosen = Boolean(parent.closest('label')?.querySelector('select'))
    const isMarked = getComputedStyle(box).textOverflow === 'ellipsis'
    if (isMarked && (isTold || isChosen)) return []
    // What has no room wraps out of sight as a whole.
    const { bottom } = box.getBoundingClientRect()
    const isWrappedAway =
      box.getAttribute('title')?.includes(text.trim()) && lines().every(line => line.top >= bottom)
    return isWrappedAway ? [] : [{ fault: 'cut', where: nameOf(parent) }]
  })
}

/** A figure that overflows its cell into the next one, although nothing cuts it off. */
export function spilledFigures(root: Element): GeometryFinding[] {
  return textsIn(root).flatMap(({ parent, text, lines }): GeometryFinding[] => {
    const cell = parent.closest('td, th, dd, [role=cell], [role=gridcell]')
    if (!cell || !/\d/.test(text) || parent.closest('svg')) return []
    const box = cell.getBoundingClientRect()
    // A line box is taller than its letters.
    const isIn = (line: DOMRect): boolean =>
      line.left >= box.left - 1 &&
      line.right <= box.right + 1 &&
      line.top >= box.top - 4 &&
      line.bottom <= box.bottom + 4
    // Elements outside the flow, such as a note at a cell, cover others on purpose.
    const isLoose = (): boolean => {
      for (let at: Element | null = parent; at && at !== cell; at = at.parentElement)
        if (['absolute', 'fixed'].includes(getComputedStyle(at).position)) return true
      return false
    }
    return lines().every(isIn) || isLoose() ? [] : [{ fault: 'spilled', where: nameOf(parent) }]
  })
}

/** Text in a column so narrow that it has only a letter, or a word or two, on each line, although nothing overflows. */
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

/** The box that hides a part of a line, beyond everything that scrolls around the line. */
export function cuttingBox(line: DOMRect, parent: Element): Element | null {
  let [width, height] = [
    { from: line.left, to: line.right },
    { from: line.top, to: line.bottom }
  ]
  let isOut = false
  for (let at: Element | null = parent; at && at !== document.body; at = at.parentElement) {
    const { overflowX, overflowY, position, display } = getComputedStyle(at)
    // Only the boxes that contain an absolutely positioned element can cut it off.
    if (['inline', 'contents'].includes(display) || (isOut && position === 'static')) continue
    const { left, right, top, bottom } = at.getBoundingClientRect()
    const across = seenThrough(width, { from: left, to: right }, overflowX, 1)
    // A line box is taller than its letters.
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

/** The part of a line that a box shows in one direction; what has scrolled out of it does not count as cut. */
export function seenThrough(line: Stretch, box: Stretch, overflow: string, play: number): Stretch | 'cut' {
  if (overflow === 'visible') return line
  if (overflow === 'auto' || overflow === 'scroll')
    return { from: Math.max(line.from, box.from), to: Math.min(line.to, box.to) }
  return line.from < box.from - play || line.to > box.to + play ? 'cut' : line
}

/** Text that something else covers: another text, or a button on a sentence. */
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
    if (isMessage(over)) return []
    return [{ fault: 'covered', where: `${nameOf(parent)} by ${nameOf(over)}` }]
  })
}

/** An invisible select lies on its label's text; a link may cover its whole row with an empty box. */
export function isSeeThrough(over: Element, text: Element, x: number, y: number): boolean {
  if (isStuckHead(over, text)) return true
  const control = over.closest('a, button, label, select, input')
  if (!control) return false
  if (control.closest('label')?.contains(text)) return true
  const { left, right, top, bottom } = control.getBoundingClientRect()
  return x < left || x > right || y < top || y > bottom
}

/** Table heads stay visible while cells scroll below them; a covered cell can be scrolled out. */
export function isStuckHead(over: Element, text: Element): boolean {
  const head = over.closest('th, td, [role=rowheader], [role=columnheader]')
  const table = head?.closest('table, [role=grid]')
  if (!head || table?.contains(text) !== true) return false
  const { position, transform } = getComputedStyle(head)
  return position === 'sticky' || transform !== 'none'
}

/** Bars at the window's edges leave enough space for the page. */
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

/** Fixed, or sticking to an edge of the window. A table's heads and row names belong to its content. */
export function isBar(element: Element): boolean {
  const { position, bottom } = getComputedStyle(element)
  if (position === 'fixed') return true
  if (position !== 'sticky' || element.closest('table')) return false
  const box = element.getBoundingClientRect()
  return bottom === 'auto' ? box.top <= 1 : box.bottom >= innerHeight - 1
}

/** A message can be closed, and makes way for the focus (tests/gates/focus-ring.spec.ts). */
export function isMessage(over: Element): boolean {
  return over.closest('[data-messages]') !== null
}

/** Controls that are covered or too small to press. */
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
  if (!isHit(0, 0)) return coveredControl(element, at(0, 0))
  // The pressable area may be larger than the visible box.
  const reach = target / 2 - 1
  const isEnough = (size: number, dx: number, dy: number): boolean =>
    size >= target - 0.5 || (isHit(-dx, -dy) && isHit(dx, dy))
  if ((isEnough(width, reach, 0) && isEnough(height, 0, reach)) || isInSentence(element)) return []
  const size = `${Math.round(width)}×${Math.round(height)}`
  return [{ fault: 'small target', where: `${nameOf(element)} ${size}` }]
}

export function coveredControl(element: Element, over: Element | null): GeometryFinding[] {
  if (over && isMessage(over)) return []
  return [{ fault: 'covered', where: `${nameOf(element)} by ${nameOf(over ?? document.body)}` }]
}

/** A select may be transparent over its own text, and a checkbox hidden behind its card. */
export function isShownControl(element: Element, label: Element | null): boolean {
  if (label && isShown(label)) return element.checkVisibility({ visibilityProperty: true })
  return isShown(element)
}

/**
 * WCAG 2.5.8 allows a link within a sentence to be as high as its line. A link beside only a mark, a figure or another link counts as part of a list.
 */
export function isInSentence(element: Element): boolean {
  if (getComputedStyle(element).display !== 'inline') return false
  const beside = (side: 'previousSibling' | 'nextSibling'): string => {
    let at: Node = element
    // Leaves elements that contain only the link, such as bold text.
    while (!at[side] && at.parentElement && getComputedStyle(at.parentElement).display === 'inline')
      at = at.parentElement
    const sibling = at[side]
    return sibling?.nodeType === Node.TEXT_NODE ? (sibling.textContent ?? '') : ''
  }
  const words = `${beside('previousSibling')} ${beside('nextSibling')}`.match(/\p{L}{2,}/gu) ?? []
  return words.length >= 2
}
