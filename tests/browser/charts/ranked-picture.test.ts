// The still picture of ranked bars against the raw figures: heights, order, roles and lines.

import { expect, test } from 'vitest'
import { OWN_LABEL_HEIGHT, rankedPicture } from '#browser/charts/small/ranked-picture-geometry.ts'
import { checkSets, MINIMUM, recompute, viewOf } from '#tests/support/raw-figures.ts'

const HEIGHT = 224
const ALL = ['Q1', 'Median', 'Mean', 'Q3'] as const

interface Drawn {
  from: number
  /** Pixels from the foot to the end, positive upwards. */
  length: number
}

const barsOf = (path: string): Drawn[] =>
  [...path.matchAll(/M([-\d.]+) ([-\d.]+)V([-\d.]+)/g)].map(([, from, foot, end]) => ({
    from: Number(from),
    length: Number(foot) - Number(end)
  }))

test.for(['proportion', 'rate', 'mean'] as const)('%s', statistic => {
  checkSets(statistic, 100, set => {
    const all = recompute(set)
    const known = all.known.filter(one => one.isOwn || all.others.length >= MINIMUM)
    const picture = rankedPicture(viewOf(set), ALL, HEIGHT)
    const drawn = picture.bars.flatMap(({ role, path }) => barsOf(path).map(bar => ({ ...bar, role })))
    const inOrder = drawn.toSorted((a, b) => a.from - b.from || b.length - a.length)
    const values = known.map(one => one.value).toSorted((a, b) => b - a)
    expect(inOrder).toHaveLength(values.length)
    const longest = Math.max(...inOrder.map(bar => Math.abs(bar.length)), 0)
    const largest = Math.max(...values.map(Math.abs), 0)
    const perUnit = largest === 0 ? 0 : longest / largest
    inOrder.forEach((bar, at) => expect(Math.abs(bar.length - values[at]! * perUnit)).toBeLessThan(0.3))
    const own = known.find(one => one.isOwn)
    const ownBars = drawn.filter(({ role }) => role === 'own')
    expect(ownBars).toHaveLength(own === undefined ? 0 : 1)
    if (own !== undefined) expect(Math.abs(ownBars[0]!.length - own.value * perUnit)).toBeLessThan(0.3)
    const { averages } = all
    expect(picture.lines.map(({ name }) => name).toSorted()).toEqual(
      averages === null ? [] : [...ALL].toSorted()
    )
    for (const { y } of picture.ticks) {
      expect(y).toBeGreaterThanOrEqual(OWN_LABEL_HEIGHT)
      expect(y).toBeLessThan(HEIGHT)
    }
    if (picture.own !== null) expect(picture.own.across).toBeLessThan(100)
  })
})
