// What the screen and the form may cost, as multiples of what a page must cost.

import type { Figure } from '#tests/bench/report.ts'
import type { Visit } from './measure.ts'
import type { TableShape } from './site.ts'

export const SCREEN = 'section screen, site and API'
export const FORM = 'section form, alone'
export const PLAIN = 'plain DOM page'
export const CONTAINED = 'plain, content-visibility'
export const BARE = 'bare React grid'
export const ARRIVED = 'the screen’s files and calls'
export const RUN = 'the same, modules run'

export type Medians = Record<keyof Visit, number>

const LIMITS: readonly [
  field: 'open' | 'key' | 'tab',
  what: string,
  page: string,
  of: string,
  most: number
][] = [
  ['open', 'opening', SCREEN, FORM, 1.5],
  ['open', 'opening', FORM, BARE, 1.5],
  ['key', 'CPU of a key', SCREEN, FORM, 1.1],
  ['key', 'CPU of a key', FORM, CONTAINED, 1.5],
  ['tab', 'CPU of Tab', SCREEN, CONTAINED, 1.5]
]

/**
 * What no screen of these files and calls can go below: they have to arrive and run before the form can be drawn. The form is counted from when its
 * code and data are there.
 */
const floorOf = (found: ReadonlyMap<string, Medians>): number =>
  (found.get(RUN)?.open ?? Number.NaN) + (found.get(FORM)?.mount ?? Number.NaN)

export function figuresOf({ rows, columns }: TableShape, found: ReadonlyMap<string, Medians>): Figure[] {
  const cells = `${rows * columns} cells`
  const ratios = LIMITS.flatMap(([field, what, page, of, target]) => {
    const [cost, least] = [found.get(page)?.[field], found.get(of)?.[field]]
    if (cost === undefined || least === undefined) return []
    return [{ what: `${what}, ${cells}: ${page} ÷ ${of}`, value: cost / least, target }]
  })
  const toFloor = (found.get(SCREEN)?.open ?? Number.NaN) / floorOf(found)
  if (!Number.isFinite(toFloor)) return ratios
  const floor = { what: `opening, ${cells}: ${SCREEN} ÷ (${RUN}, + drawing the form)`, value: toFloor }
  return [...ratios.slice(0, 2), { ...floor, target: 1.5 }, ...ratios.slice(2)]
}
