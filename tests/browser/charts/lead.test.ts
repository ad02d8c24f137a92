// The line that a chart begins with, and the sentence of each of its tabs.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canShow, tabSentence } from '#browser/charts/drawn-kinds.ts'
import { chartViewOf } from '#browser/charts/view/chart-view.ts'
import { leadText, quarterText } from '#browser/charts/words/claims.ts'
import type { OutputName } from '#contract/output-names.ts'
import { chartAnswer, PERIOD } from '#tests/support/chart-reply.ts'

const measure = {
  chart_name: 'All falls',
  unit: '',
  decimal_places: 1,
  direction: 'lower' as const,
  denominator_text: ''
}
const placed = {
  verdict: { verdict: 'better' as const, certainty: 'plainly' as const },
  quarter: 1 as const,
  neighbours: { lower: 31, equal: 1, higher: 98 },
  rank: 32,
  rankOf: 131
}

test('better and worse count peers where the count says the same', () => {
  expect(leadText(placed, measure)).toBe('Better than 98 of 130 peers (rank 32 of 131)')
  const few = { lower: 90, equal: 0, higher: 40 }
  expect(leadText({ ...placed, neighbours: few }, measure)).toBe(
    'Better than the mean of peers (rank 32 of 131)'
  )
  const worse = { verdict: 'worse' as const, certainty: 'probably' as const }
  expect(leadText({ ...placed, verdict: worse, neighbours: few }, measure)).toBe(
    'Worse than 90 of 130 peers (rank 32 of 131)'
  )
  const higher = { verdict: 'higher' as const, certainty: 'probably' as const }
  expect(
    leadText({ ...placed, verdict: higher, neighbours: few }, { ...measure, direction: 'neutral' })
  ).toBe('Higher than 90 of 130 peers (rank 32 of 131)')
  const lower = { verdict: 'lower' as const, certainty: 'probably' as const }
  const neutral = { ...measure, direction: 'neutral' as const }
  expect(leadText({ ...placed, verdict: lower }, neutral)).toBe('Lower than 98 of 130 peers (rank 32 of 131)')
  expect(leadText({ ...placed, verdict: lower, neighbours: few }, neutral)).toBe(
    'Lower than the mean of peers (rank 32 of 131)'
  )
})

test('a figure within chance is similar, whatever its rank; without a verdict its position is named', () => {
  expect(leadText({ ...placed, verdict: { verdict: 'similar', certainty: null } }, measure)).toBe(
    'Similar to peers (rank 32 of 131)'
  )
  expect(leadText({ ...placed, verdict: null, quarter: 2 }, measure)).toBe('Lower middle (rank 32 of 131)')
  expect(leadText({ ...placed, verdict: null, quarter: null, rank: null }, measure)).toBe('Not compared')
  expect(([1, 2, 3, 4] as const).map(quarter => quarterText(quarter, { direction: 'neutral' }))).toEqual([
    'lower quartile',
    'lower middle',
    'upper middle',
    'upper quartile'
  ])
})

test('a count of peers never contradicts the verdict', () => {
  const count = fc.integer({ min: 0, max: 200 })
  fc.assert(
    fc.property(
      count,
      count,
      count,
      fc.constantFrom(
        ['better', 'higher'] as const,
        ['worse', 'higher'] as const,
        ['better', 'lower'] as const,
        ['worse', 'lower'] as const,
        ['higher', 'neutral'] as const,
        ['lower', 'neutral'] as const
      ),
      (lower, equal, higher, [verdict, direction]) => {
        const text = leadText(
          { ...placed, verdict: { verdict, certainty: 'probably' }, neighbours: { lower, equal, higher } },
          { ...measure, direction }
        )
        const counted = /than (\d+|all)(?: of)? (\d+) peers/.exec(text)
        expect(text.toLowerCase()).toContain(`${verdict} than`)
        if (!counted) return
        const passed = counted[1] === 'all' ? Number(counted[2]) : Number(counted[1])
        const isHigh = verdict === 'higher' || (verdict === 'better' && direction === 'higher')
        const isLowWorse = verdict === 'worse' && direction === 'lower'
        expect(passed).toBe(isHigh || isLowWorse ? lower : higher)
        expect(passed * 2).toBeGreaterThan(Number(counted[2]))
      }
    ),
    { numRuns: 10_000 }
  )
})

test('a funnel plot is offered only where values have numerators and denominators', () => {
  const answer = chartAnswer({ values: [14.8, 9.3, 2, 20, 9.7, 6.9], output: 'bar_ranked' })
  const view = chartViewOf(answer, PERIOD)
  expect(canShow('funnel', view)).toBe(view.comparison.averages?.pooled !== null)
  for (const set of answer.series[0]!.averages) set.pooled = null
  expect(canShow('funnel', chartViewOf(answer, PERIOD))).toBe(false)
  expect(canShow('box', view)).toBe(true)
  // It needs periods that the first reply does not have.
  expect(canShow('control', view)).toBe(true)
})

test('the tabs say different things', () => {
  const said = (output: OutputName): string =>
    tabSentence(
      chartViewOf(
        chartAnswer({
          values: [14.8, 9.3, 2, 20, 9.7, 6.9, 12.4, 0.5, 5],
          earlier: [[9, 7, 3, 16, 8, 6, 11, 1, 4]],
          output
        }),
        PERIOD
      )
    )
      .map(({ text }) => text)
      .join('')
  expect(said('distribution')).toMatch(/^The middle half of peers lies between /)
  expect(said('box')).toMatch(/^The median of 8 peers is /)
  expect(said('trend')).toMatch(/^Up from 9.* to 14\.8/)
  expect(new Set((['bar_ranked', 'distribution', 'box', 'trend'] as const).map(said)).size).toBe(4)
})

test('the place beside the middle half follows the figures as they are shown', () => {
  const said = (own: number, others: readonly number[]): string =>
    tabSentence(chartViewOf(chartAnswer({ values: [own, ...others], output: 'distribution' }), PERIOD))
      .map(({ text }) => text)
      .join('')
  const peers = [1, 2, 3, 4, 5, 6, 7, 8, 9]
  const places = { 2.9: 'below it', 2.97: 'at its lower end', 3.2: 'in it', 5: 'in it', 6.8: 'in it' }
  for (const [own, place] of Object.entries({ ...places, 7.04: 'at its upper end', 7.1: 'above it' }))
    expect([own, said(Number(own), peers)]).toEqual([
      own,
      expect.stringMatching(new RegExp(`is ${place}\\.$`))
    ])
  expect(said(4.01, [4, 4, 4, 4.02, 4, 4])).toMatch(/is equal to all of it\.$/)
})
