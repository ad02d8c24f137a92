import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { smallBarsGeometry } from '#browser/charts/small/small-bars-geometry.ts'
import { SmallBars } from '#browser/charts/small/small-bars.tsx'

const value = fc.integer({ min: -500, max: 5000 }).map(tenths => tenths / 10)

/** The height of each bar of the path above or below the line, left to right. */
const heights = (bars: string, zero: number): number[] =>
  [...bars.matchAll(/M[-\d.]+ [-\d.]+V([-\d.]+)/g)].map(([, y]) => zero - Number(y))

test('a bar for each peer, highest first, as long as its value; the own one in its place', () => {
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 120 }), fc.option(value), (peers, own) => {
      const {
        bars,
        zero,
        own: ownBar,
        width,
        height,
        median
      } = smallBarsGeometry({ peers, own, median: null })
      const drawn = heights(bars, zero)
      expect(drawn).toHaveLength(peers.length)
      const sorted = peers.toSorted((a, b) => b - a)
      const all = [...peers, 0, ...(own === null ? [] : [own])]
      const perUnit = 36 / (Math.max(...all) - Math.min(...all) || 1)
      drawn.forEach((length, at) => expect(length).toBeCloseTo(sorted[at]! * perUnit, 0))
      expect(median).toBeNull()
      expect(ownBar === null).toBe(own === null)
      if (own === null) return
      expect(ownBar!.x).toBeGreaterThanOrEqual(0)
      expect(ownBar!.x + ownBar!.width).toBeLessThanOrEqual(width + 0.2)
      expect(ownBar!.bottom).toBeLessThanOrEqual(height)
      const higher = peers.filter(peer => peer > own).length
      const equal = peers.filter(peer => peer === own).length
      const slot = width / (peers.length + 1)
      const middle = ownBar!.x + ownBar!.width / 2
      expect(middle).toBeGreaterThan(higher * slot - 2.2)
      expect(middle).toBeLessThan((higher + equal + 1) * slot + 2.2)
    })
  )
})

test('zeros alone are a line, and the median has its height', () => {
  const { bars, zero, median } = smallBarsGeometry({ peers: [0, 0, 0], own: 0, median: 0 })
  expect(heights(bars, zero)).toEqual([0, 0, 0])
  expect(median).toBe(zero)
  const drawn = smallBarsGeometry({ peers: [10, 8, 6], own: null, median: 8 })
  expect(drawn.median).toBeCloseTo(drawn.zero - 0.8 * 36, 0)
})

test.each([4, 60, 400])('%d peers have one colour: no outline that would merge into another', count => {
  const peers = Array.from({ length: count }, (_, at) => 5 + (at % 7))
  const markup = renderToStaticMarkup(createElement(SmallBars, { peers, own: 6, median: 7, label: '' }))
  const [first = ''] = markup.match(/<path [^>]*>/) ?? []
  expect(first).toContain('fill="var(--brand-line)"')
  expect(first).not.toContain('stroke')
})
