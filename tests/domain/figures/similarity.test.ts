import { expect, test } from 'vitest'
import { likenessOf, findNearest, type SimilarityProfile } from '#domain/figures/similarity.ts'

const profile = (region: string, figure?: number): SimilarityProfile => ({
  options: new Map([
    [1, [region]],
    [2, ['Acute']]
  ]),
  figures: new Map(figure === undefined ? [] : [[7, figure]])
})
const measure = { filterIds: [1, 2], spreads: new Map([[7, 4]]) }
const own = profile('North', 10)

test.each([
  ['the same', profile('North', 10), 0, 'close'],
  ['near', profile('North', 12), 0.25 / 3, 'close'],
  ['another region', profile('South', 10), 1 / 3, 'close'],
  ['higher', profile('North', 14), 0.5 / 3, 'higher'],
  ['far lower', profile('North', -90), 1 / 3, 'lower'],
  ['without a figure', profile('North'), 1 / 3, 'missing']
])('%s', (_, other, distance, likeness) => {
  const found = likenessOf(own, other, measure)
  expect(found.distance).toBeCloseTo(distance, 12)
  expect(found.figures).toEqual([{ chartId: 7, likeness }])
})

test('if the interquartile range is 0, any other value has the greatest distance', () => {
  const flat = { filterIds: [], spreads: new Map([[7, 0]]) }
  expect(likenessOf(own, profile('North', 10.1), flat).distance).toBe(1)
  expect(likenessOf(own, own, flat).distance).toBe(0)
})

test('ties with the last one are included, whatever the order of the list', () => {
  const candidates = [0.5, 0.1, 0.3, 0.3, 0.9].map((distance, id) => ({ id, distance }))
  const ids = (list: typeof candidates) => findNearest(list, 2).map(one => one.id)
  expect(ids(candidates)).toEqual([1, 2, 3])
  expect(ids(candidates.toReversed()).toSorted((a, b) => a - b)).toEqual([1, 2, 3])
  expect(findNearest(candidates, 50)).toHaveLength(5)
  expect(findNearest([], 5)).toEqual([])
})
