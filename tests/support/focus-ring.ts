import type { Page } from '@playwright/test'

const LIMITS = {
  /** WCAG 2.2, 1.4.11: the contrast of a ring with the colours on both of its sides. */
  contrast: 3,
  /** WCAG 2.2, 2.4.13, in px. */
  width: 2,
  /** A grid has thousands of cells that are drawn alike, so only some are checked. */
  cellsOfGrid: 12,
  patienceMs: 5000
}

/**
 * Focuses everything that Tab reaches on the page as it is, and computes its ring: as thick as 2 px, against what lies inside and outside of it at least
 * 3:1, cut by no box and no edge of the window, and the focused thing covered by nothing. Each finding names its place.
 */
export function ringFindings(page: Page): Promise<string[]> {
  return page.evaluate(findInPage, LIMITS)
}

// Runs in the page, so it must be self-contained.
async function findInPage(limits: typeof LIMITS): Promise<string[]> {
  interface Rgb {
    r: number
    g: number
    b: number
    a: number
  }
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!
  const rgbOf = (colour: string): Rgb => {
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = colour
    canvas.fillRect(0, 0, 1, 1)
    const [r = 0, g = 0, b = 0, a = 0] = canvas.getImageData(0, 0, 1, 1).data
    return { r, g, b, a: a / 255 }
  }
  const light = (part: number): number =>
    part <= 10.31475 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4
  const luminance = ({ r, g, b }: Rgb): number => 0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b)
  const contrast = (one: Rgb, other: Rgb): number => {
    const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
    return (high + 0.05) / (low + 0.05)
  }
  const groundOf = (from: Element | null): Rgb => {
    for (let element = from; element !== null; element = element.parentElement) {
      const ground = rgbOf(getComputedStyle(element).backgroundColor)
      if (ground.a > 0.99) return ground
    }
    return { r: 255, g: 255, b: 255, a: 1 }
  }
  const nameOf = (element: Element): string => {
    const label = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? ''
    return `${element.tagName.toLowerCase()}${element.id && `#${element.id}`} “${label}”`
  }

  /** The ring may be drawn around a control by what surrounds it. */
  const ringed = (element: HTMLElement): HTMLElement | null => {
    for (const one of [element, element.parentElement, element.parentElement?.parentElement])
      if (one && getComputedStyle(one).outlineStyle === 'solid') return one
    return null
  }

  const isCut = (rings: HTMLElement, rect: DOMRect, reach: number): string | null => {
    const sides = {
      left: rect.left - reach,
      right: rect.right + reach,
      top: rect.top - reach,
      bottom: rect.bottom + reach
    }
    const cutBy = (
      box: { left: number; right: number; top: number; bottom: number },
      axes: string
    ): string[] =>
      [
        axes.includes('x') && sides.left < box.left - 0.5 && 'left',
        axes.includes('x') && sides.right > box.right + 0.5 && 'right',
        axes.includes('y') && sides.top < box.top - 0.5 && 'top',
        axes.includes('y') && sides.bottom > box.bottom + 0.5 && 'bottom'
      ].filter(side => side !== false)
    // Only the window cuts off a fixed element.
    const isFixed = getComputedStyle(rings).position === 'fixed'
    for (let box = isFixed ? null : rings.parentElement; box !== null; box = box.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(box)
      const axes = `${overflowX === 'visible' ? '' : 'x'}${overflowY === 'visible' ? '' : 'y'}`
      if (axes !== '' && box !== document.body && box !== document.documentElement) {
        const cut = cutBy(box.getBoundingClientRect(), axes)
        if (cut.length > 0) return `${cut.join(', ')} by ${nameOf(box).slice(0, 60)}`
      }
      if (position === 'fixed') break
    }
    const cut = cutBy({ left: 0, right: innerWidth, top: 0, bottom: innerHeight }, 'xy')
    return cut.length > 0 ? `${cut.join(', ')} by the window` : null
  }

  const isCovered = (element: HTMLElement, rect: DOMRect): boolean => {
    const top = document.elementFromPoint(rect.left + rect.width / 2, rect.top + rect.height / 2)
    if (top === null) return true
    return !(element.contains(top) || top.contains(element) || (top as HTMLLabelElement).control === element)
  }

  /** What the ring lies on at its inner and its outer side: the shadow where that reaches, otherwise the ground. */
  const neighbours = (rings: HTMLElement, offset: number, width: number): Rgb[] => {
    const { boxShadow } = getComputedStyle(rings)
    const shadow = rgbOf(/^rgba?\([^)]*\)/.exec(boxShadow)?.[0] ?? 'transparent')
    const spread = Number(/ 0px 0px 0px (\d+)px/.exec(boxShadow)?.[1] ?? 0)
    const isInset = boxShadow.includes('inset')
    const isOpaque = shadow.a > 0.99
    const [own, around] = [groundOf(rings), groundOf(rings.parentElement)]
    if (offset < 0) return [isOpaque && isInset ? shadow : own, own]
    const reaches = (far: number): boolean => isOpaque && !isInset && spread > far
    const between = offset > 0 ? around : own
    return [reaches(0) ? shadow : between, reaches(offset + width) ? shadow : around]
  }

  const findingOf = async (element: HTMLElement): Promise<string | null> => {
    // Focusing a focused element would not scroll it into view again.
    element.blur()
    element.focus({ focusVisible: true })
    if (document.activeElement !== element) return null
    const rings = ringed(element)
    if (rings === null) return 'no ring'
    const style = getComputedStyle(rings)
    const [width, offset] = [Number.parseFloat(style.outlineWidth), Number.parseFloat(style.outlineOffset)]
    if (width < limits.width) return `a ring of ${width} px`
    const ring = rgbOf(style.outlineColor)
    const ratio = Math.min(...neighbours(rings, offset, width).map(ground => contrast(ring, ground)))
    if (ratio < limits.contrast) return `a ring of ${ratio.toFixed(1)}:1`
    const cut = isCut(rings, rings.getBoundingClientRect(), Math.max(0, offset + width))
    if (cut !== null) return `its ring is cut: ${cut}`
    for (let wait = 0; isCovered(element, element.getBoundingClientRect()); wait += 50) {
      if (wait > limits.patienceMs) return 'covered when it has the focus'
      // What belonged to the previous stop, such as a tooltip, disappears in the next frame.
      await new Promise(resolve => setTimeout(resolve, 50))
    }
    return null
  }

  const before = document.activeElement
  const scrolled = [...document.querySelectorAll('*')].map(
    element => [element, element.scrollLeft, element.scrollTop] as const
  )
  const isReached = (element: HTMLElement): boolean =>
    // Arrow keys reach what is in a menu.
    (element.tabIndex >= 0 || element.role === 'menuitem') &&
    !(element as HTMLInputElement).disabled &&
    element.checkVisibility({ visibilityProperty: true })
  const dialog = document.querySelector('dialog:modal')
  const stops = [
    ...(dialog ?? document).querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]'
    )
  ].filter(isReached)
  const seen = new Map<Element, number>()
  const findings: string[] = []
  for (const element of stops) {
    const grid = element.closest('[role=grid]')
    if (grid) {
      const cells = (seen.get(grid) ?? 0) + 1
      seen.set(grid, cells)
      if (cells > limits.cellsOfGrid) continue
    }
    const finding = await findingOf(element)
    if (finding !== null) findings.push(`${nameOf(element)}: ${finding}`)
  }
  if (before instanceof HTMLElement) before.focus()
  for (const [element, left, top] of scrolled) {
    if (element.scrollLeft !== left) element.scrollLeft = left
    if (element.scrollTop !== top) element.scrollTop = top
  }
  return findings
}
