// Where elements lie on a page in relation to others.

import type { Locator } from '@playwright/test'

/** The names of what covers an element at its corners and in its middle. */
export const coveredBy = (element: Locator): Promise<string[]> =>
  element.evaluate(one => {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    const [inset, middle] = [6, (left + right) / 2]
    const points = [
      [left + inset, top + inset],
      [right - inset, top + inset],
      [middle, top + inset],
      [left + inset, bottom - inset],
      [right - inset, bottom - inset]
    ] as const
    return points
      .map(([x, y]) => document.elementFromPoint(x, y))
      .filter(at => at === null || !one.contains(at))
      .map(at => at?.outerHTML.slice(0, 120) ?? 'outside of the window')
  })

/** By how many pixels of height two elements lie on each other. */
export const overlap = async (one: Locator, other: Locator): Promise<number> => {
  const [a, b] = [(await one.boundingBox())!, (await other.boundingBox())!]
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  return height > 1 && width > 1 ? Math.round(height) : 0
}
