// The line and the sentence of a chart, derived once more from the reply alone: other arithmetic, and none of the code that writes them.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tabSentence } from '#browser/charts/drawn-kinds.ts'
import { chartViewOf } from '#browser/charts/view/chart-view.ts'
import { leadText } from '#browser/charts/words/claims.ts'
import { plainSentence } from '#browser/charts/words/sentence.ts'
import type { ChartData } from '#contract/chart-data.ts'
import type { ChartValue } from '#contract/chart-values.ts'
import { chartAnswer, PERIOD } from '#tests/support/chart-reply.ts'
import { partsAnswer } from '#tests/support/parts-reply.ts'
import { shown, sideOf } from '#tests/support/published-formulas.ts'

const FEWEST = 5
const RUNS = process.env['LONG'] ? 10_000 : 600

interface Derived {
  lead: string | null
  /** Each is in the sentence of the ranked bars. */
  said: string[]
  /** The end of the sentence of the distribution. */
  place: string | null
}

/** Interpolated between neighbours: the position of a share among n values is (n − 1) × share. */
function quantile(ascending: readonly number[], share: number): number {
  const at = (ascending.length - 1) * share
  const [below, above] = [ascending[Math.floor(at)]!, ascending[Math.ceil(at)]!]
  return below + (above - below) * (at - Math.floor(at))
}

const partsOf = ({ numerator, denominator }: ChartValue) => ({
  numerator: numerator!,
  denominator: denominator!,
  standardDeviation: null
})

function derive({ chart, series, peer_groups }: ChartData): Derived {
  const { direction, statistic, decimal_places: decimals } = chart
  const values = series[0]!.values.filter(one => one.time_period_id === PERIOD)
  const own = values.find(one => one.is_selected)!
  const group = peer_groups[0]?.peer_group_id
  const peers = values.filter(
    one =>
      !one.is_selected && one.value !== null && (group === undefined || one.peer_group_ids.includes(group))
  )
  const n = peers.length
  if (own.value === null) return { lead: null, said: ['no value'], place: null }
  if (n < FEWEST) return { lead: 'Not compared', said: [], place: null }
  const figure = shown(own.value, decimals)
  const figures = peers.map(peer => shown(peer.value!, decimals))
  const lower = figures.filter(one => one < figure).length
  const higher = figures.filter(one => one > figure).length
  const beaten = direction === 'lower' ? higher : lower
  const place = `rank ${n - beaten - (n - lower - higher) + 1} of ${n + 1}`
  const ascending = peers.map(peer => peer.value!).toSorted((a, b) => a - b)
  const side =
    statistic === 'none' || statistic === 'mean'
      ? null
      : sideOf(statistic, partsOf(own), {
          others: peers.map(partsOf),
          own: partsOf(own),
          multiplier: series[0]!.multiplier,
          decimals
        })
  const [Q1, median, Q3] = [0.25, 0.5, 0.75].map(share => quantile(ascending, share)) as [
    number,
    number,
    number
  ]
  const start =
    side === null
      ? quarterWords(own.value, [Q1, median, Q3], chart)
      : verdictWords(side, direction, lower, higher, n)
  return {
    lead: `${start.charAt(0).toUpperCase()}${start.slice(1)} (${place})`,
    said: [
      `${countWords({ lower, higher, n }, direction)} (${place}${direction === 'neutral' ? ' from the highest' : ''})`,
      `${figure === shown(median, decimals) ? 'the same as' : figure > shown(median, decimals) ? 'above' : 'below'} the median of `,
      ...(side === null ? [] : [`: ${certaintyWord(side)}${sideWord(side, direction)}.`])
    ],
    place: placeWords(figure, shown(Q1, decimals), shown(Q3, decimals))
  }
}

type Direction = ChartData['chart']['direction']

const certaintyWord = (side: number): string => ['', 'probably ', 'plainly '][Math.abs(side)]!

function sideWord(side: number, direction: Direction): string {
  if (side === 0) return 'similar'
  if (direction === 'neutral') return side > 0 ? 'higher' : 'lower'
  return side > 0 === (direction === 'higher') ? 'better' : 'worse'
}

function verdictWords(side: number, direction: Direction, lower: number, higher: number, n: number): string {
  if (side === 0) return 'similar to peers'
  const passed = side > 0 ? lower : higher
  const word = sideWord(side, direction)
  if (passed === n) return `${word} than all ${n} peers`
  return passed > n - passed ? `${word} than ${passed} of ${n} peers` : `${word} than the mean of peers`
}

function quarterWords(
  value: number,
  [Q1, median, Q3]: readonly [number, number, number],
  { direction, decimal_places: decimals }: ChartData['chart']
): string {
  const [figure, low, middle, high] = [value, Q1, median, Q3].map(one => shown(one, decimals)) as [
    number,
    number,
    number,
    number
  ]
  if (figure === middle) return 'equal to the median'
  const lowerEnd = direction === 'neutral' ? '' : direction === 'lower' ? ' (best)' : ' (worst)'
  const upperEnd = direction === 'neutral' ? '' : direction === 'lower' ? ' (worst)' : ' (best)'
  const isInLowerEnd = figure === low ? direction === 'lower' : figure < low
  const isInUpperEnd = figure === high ? direction === 'higher' : figure > high
  if (figure < middle) return isInLowerEnd ? `lower quartile${lowerEnd}` : 'lower middle'
  return isInUpperEnd ? `upper quartile${upperEnd}` : 'upper middle'
}

function countWords(
  { lower, higher, n }: { lower: number; higher: number; n: number },
  direction: Direction
): string {
  const equal = n - lower - higher
  if (equal === n) return `Equal to all ${n} peers`
  const passed = direction === 'lower' ? higher : lower
  const word = direction === 'neutral' ? 'Higher' : 'Better'
  if (passed === n) return `${word} than all ${n} peers`
  return `${word} than ${passed === 0 ? 'none of the' : `${passed} of`} ${n} peers${equal === 0 ? '' : ` and equal to ${equal}`}`
}

function placeWords(figure: number, low: number, high: number): string {
  if (figure < low) return 'below it'
  if (figure > high) return 'above it'
  if (low === high) return 'equal to all of it'
  if (figure === low) return 'at its lower end'
  return figure === high ? 'at its upper end' : 'in it'
}

const directions = fc.constantFrom('higher' as const, 'lower' as const, 'neutral' as const)
const decimals = fc.integer({ min: 0, max: 2 })
/** Who is in the peer group, of up to 40; everyone without it. */
const groups = fc.option(
  fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 30, size: 'max' }),
  {
    nil: undefined
  }
)

const partsReplies = fc
  .record({
    statistic: fc.constantFrom('proportion' as const, 'rate' as const),
    direction: directions,
    decimal_places: decimals,
    multiplier: fc.constantFrom(1, 100, 1000),
    peers: groups,
    /** In per cent: of the whole, and each member's own beside it. */
    share: fc.integer({ min: 1, max: 60 }),
    sizes: fc.array(
      fc.option(fc.tuple(fc.constantFrom(1, 8, 40, 200, 900), fc.integer({ min: 0, max: 165 })), {
        freq: 12
      }),
      { minLength: 2, maxLength: 41, size: 'max' }
    )
  })
  .map(({ statistic, direction, decimal_places, multiplier, peers, share, sizes }) =>
    partsAnswer({
      statistic,
      multiplier,
      parts: sizes.map(one => one && ([Math.round((one[0] * share * one[1]) / 10_000), one[0]] as const)),
      ...(peers && { peers: peers.filter(at => at < sizes.length) }),
      chart: { direction, decimal_places }
    })
  )

/** Few distinct values, so that many are equal, and figures near to each other, so that rounding decides. */
const plainReplies = fc
  .record({
    direction: directions,
    decimal_places: decimals,
    peers: groups,
    values: fc.array(
      fc.option(fc.oneof(fc.integer({ min: 0, max: 6 }), fc.double({ min: -5, max: 5, noNaN: true })), {
        freq: 12
      }),
      { minLength: 2, maxLength: 41, size: 'max' }
    )
  })
  .map(({ direction, decimal_places, peers, values }) =>
    chartAnswer({
      values,
      ...(peers && { peers: peers.filter(at => at < values.length) }),
      chart: { direction, decimal_places }
    })
  )

test(
  `what a chart says first and in its sentences is what its reply says, in ${RUNS} replies`,
  { timeout: 600_000 },
  () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(fc.oneof(partsReplies, plainReplies), reply => {
        const expected = derive(structuredClone(reply))
        const view = chartViewOf(reply, PERIOD)
        const { standing, own, measure } = view
        expect(standing && leadText({ ...standing, verdict: own?.verdict ?? null }, measure)).toBe(
          expected.lead
        )
        const sentence = plainSentence(view).replaceAll(' ', ' ')
        for (const part of expected.said) expect(sentence).toContain(part)
        seen.add(expected.lead?.replaceAll(/\d+/g, '#') ?? 'no value')
        if (expected.place === null) return
        const distribution = chartViewOf(
          { ...reply, output_type: { ...reply.output_type, output_name: 'distribution' } },
          PERIOD
        )
        expect(tabSentence(distribution).at(-1)?.text).toMatch(new RegExp(`is ${expected.place}\\.$`))
      }),
      { numRuns: RUNS }
    )
    // The replies reach every kind of line.
    expect(
      [...seen].filter(line => /^(Better|Worse|Higher|Lower) than # of # peers \(rank # of #\)$/.test(line))
    ).toHaveLength(4)
    expect([...seen]).toEqual(
      expect.arrayContaining([
        'Similar to peers (rank # of #)',
        'Not compared',
        'no value',
        'Equal to the median (rank # of #)'
      ])
    )
  }
)
