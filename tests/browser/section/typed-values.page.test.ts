// Thousands of typed values through everything that goes wrong: none is lost silently, stored twice, joined with another or put elsewhere, and
// no page says that all is saved when it is not. `npm run test:long -- values` types 10,000.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrangements, playValues, valueStories } from '#tests/support/typed-values.ts'

const names = Object.keys(arrangements) as (keyof typeof arrangements)[]
const valuesForEach = (process.env['LONG'] ? 10_000 : 400) / names.length

test.each(names)('%s', { timeout: 3_000_000 }, async arrangement => {
  const { seed = 1 } = fc.readConfigureGlobal()
  const counts: number[] = []
  const typed = () => counts.reduce((sum, count) => sum + count, 0)
  const play = fc.asyncProperty(valueStories, async steps => {
    counts.push(await playValues(arrangement, steps))
  })
  while (typed() < valuesForEach) await fc.assert(play, { numRuns: 1, seed: seed + counts.length })
  expect(typed()).toBeGreaterThanOrEqual(valuesForEach)
})
