// Every figure on the page of a chart, recalculated from the raw values without any of the product's arithmetic: whole hundredths, counted one by
// one. Ties, gaps, negative values, one other, all equal; every direction.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chartCsv } from '#browser/charts/export/csv.ts'
import { tableRows } from '#browser/charts/export/table-rows.ts'
import { drawRankedBars } from '#browser/charts/kinds/bar-ranked.ts'
import { drawDistribution } from '#browser/charts/kinds/distribution.ts'
import { drawTrend } from '#browser/charts/kinds/trend.ts'
import { ownFigures } from '#browser/charts/own-figures.ts'
import { chartViewOf, type ChartView } from '#browser/charts/view/chart-view.ts'
import { plainSentence } from '#browser/charts/words/sentence.ts'
import { chartAnswer, PERIOD } from '#tests/support/chart-reply.ts'
import { drawContext, countsOf, stopTexts } from '#tests/support/draw-context.ts'

const DIRECTIONS = ['higher', 'lower', 'neutral'] as const
type Direction = (typeof DIRECTIONS)[number]
const MINIMUM = 5

/** Hundredths, so that one decimal has to be rounded; many of them are equal or halves. */
const hundredths = fc.oneof(
  fc.integer({ min: -30, max: 30 }).map(tens => tens * 5),
  fc.integer({ min: -2000, max: 5000 }),
  fc.constantFrom(0, 5, 1205, 1195)
)
const dataSet = fc.oneof(
  fc.record({ own: hundredths, others: fc.array(fc.option(hundredths, { freq: 5 }), { maxLength: 24 }) }),
  hundredths.map(own => ({ own, others: Array.from({ length: 9 }, () => own) })),
  fc.record({ own: hundredths, others: fc.array(hundredths, { minLength: 1, maxLength: 1 }) })
)

/** One decimal, halves away from zero: tenths as a whole number. */
const tenths = (quarterHundredths: number): number => {
  const size = Math.abs(quarterHundredths)
  const whole = Math.floor((size + 20) / 40)
  return quarterHundredths < 0 && whole !== 0 ? -whole : whole
}

const written = (count: number): string => {
  const digits = String(Math.abs(count)).padStart(2, '0')
  return `${count < 0 ? '−' : ''}${digits.slice(0, -1).replace(/\B(?=(\d{3})+$)/g, ',')}.${digits.at(-1)}`
}

/** Four times R's type 7 in hundredths, which is a whole number for quarters: no rounding anywhere. */
function fourfoldQuantile(sorted: readonly number[], quarter: 1 | 2 | 3): number {
  const place = (sorted.length - 1) * quarter
  const [at, rest] = [Math.floor(place / 4), place % 4]
  return sorted[at]! * (4 - rest) + (sorted[at + 1] ?? 0) * rest
}

interface Expected {
  value: string
  median: string | null
  /** In tenths, of the two rounded figures. */
  difference: number | null
  rank: number
  n: number
  beaten: number
  equal: number
  percentile: number
}

/** Values that are shown as the same tenths are equal. */
const asShown = (value: number): number => tenths(value * 4)

function recompute(own: number, others: readonly (number | null)[], direction: Direction): Expected {
  const known = others.filter(other => other !== null)
  const sorted = known.toSorted((a, b) => a - b)
  const count = (isCounted: (other: number) => boolean): number => known.filter(isCounted).length
  const shown = asShown(own)
  const [lower, equal, higher] = [
    count(other => asShown(other) < shown),
    count(other => asShown(other) === shown),
    count(other => asShown(other) > shown)
  ]
  const median = known.length < MINIMUM ? null : tenths(fourfoldQuantile(sorted, 2))
  return {
    value: written(tenths(own * 4)),
    median: median === null ? null : written(median),
    difference: median === null ? null : tenths(own * 4) - median,
    rank: 1 + (direction === 'lower' ? lower : higher),
    n: known.length,
    beaten: direction === 'lower' ? higher : lower,
    equal,
    percentile: known.length === 0 ? 0 : (100 * (lower + equal / 2)) / known.length
  }
}

const answerOf = (own: number, others: readonly (number | null)[], direction: Direction, peers?: number[]) =>
  chartAnswer({
    values: [own, ...others].map(value => (value === null ? null : value / 100)),
    chart: { direction, unit: '' },
    ...(peers && { peers })
  })

function checkWords(chartView: ChartView, expected: Expected, direction: Direction): void {
  const sentence = plainSentence(chartView)
  expect(sentence.startsWith(`Ward 4B has ${expected.value}`)).toBe(true)
  const card = Object.fromEntries(ownFigures(chartView).map(({ term, text }) => [term, text]))
  expect(card['Value']).toBe(expected.value)
  const { median, difference } = expected
  if (median === null || difference === null) {
    expect(sentence).toMatch(/^\S+ \S+ has [−\d.,]+\. (?:Too few|No) peers /)
    expect(Object.keys(card)).toEqual(['Value'])
    return
  }
  const side = difference > 0 ? 'above' : 'below'
  const said = difference === 0 ? 'the same as' : `${written(Math.abs(difference))} ${side}`
  expect(sentence).toContain(`, ${said} the median of ${expected.n} peers (${median})`)
  expect(sentence).toContain(rankWords(expected, direction))
  expect(card[direction === 'neutral' ? 'Rank from the highest' : 'Rank']).toBe(
    `${expected.rank} of ${expected.n + 1}`
  )
  const [term, text] = medianLine(difference, direction)
  expect(card[term]).toBe(text)
  const percentile = Number(card['Percentile'])
  expect(Math.abs(percentile - expected.percentile)).toBeLessThan(1)
  expect([percentile === 0, percentile === 100]).toEqual([
    expected.percentile === 0,
    expected.percentile === 100
  ])
}

function rankWords({ rank, n, beaten, equal }: Expected, direction: Direction): string {
  const from = direction === 'neutral' ? ' from the highest' : ''
  const who = beaten === n ? `all ${n} peers` : `${beaten || 'none of the'}${beaten ? ' of' : ''} ${n} peers`
  const ties = equal > 0 ? ` and equal to ${equal}` : ''
  const said =
    equal === n
      ? `Equal to all ${n} peers`
      : `${direction === 'neutral' ? 'Higher' : 'Better'} than ${who}${ties}`
  return `${said} (rank ${rank} of ${n + 1}${from}).`
}

function medianLine(difference: number, direction: Direction): [term: string, text: string] {
  const size = written(Math.abs(difference))
  if (difference === 0) return ['Difference from the median', 'none']
  if (direction === 'neutral') return [difference > 0 ? 'Above the median' : 'Below the median', size]
  const isBetter = direction === 'higher' ? difference > 0 : difference < 0
  return isBetter
    ? ['Better than the median by', size]
    : ['To reach the median', `${difference > 0 ? '−' : '+'}${size}`]
}

describe.each(DIRECTIONS)('%s', direction => {
  test('sentence and card agree with the raw values', () => {
    fc.assert(
      fc.property(dataSet, ({ own, others }) => {
        checkWords(
          chartViewOf(answerOf(own, others, direction), PERIOD),
          recompute(own, others, direction),
          direction
        )
      })
    )
  })

  test('table, bars, steps and file count and rank the same', () => {
    fc.assert(
      fc.property(dataSet, ({ own, others }) => {
        const chartView = chartViewOf(answerOf(own, others, direction), PERIOD)
        const all = [own, ...others]
        const known = all.filter(value => value !== null)
        const isSmall = known.length - 1 < MINIMUM
        const rows = tableRows(chartView)
        expect(rows).toHaveLength(all.length)
        for (const row of rows) {
          const value = all[row.submissionId! - 1] ?? null
          expect(row.value).toBe(value === null ? null : value / 100)
          const better = known.filter(other =>
            direction === 'lower' ? asShown(other) < asShown(value!) : asShown(other) > asShown(value!)
          ).length
          expect(row.rank).toBe(value === null || isSmall ? null : better + 1)
        }
        expect(stopTexts(drawRankedBars(chartView, drawContext)).length).toBe(known.length)
        const csv = chartCsv(chartView).split('\r\n')
        expect(csv.filter(line => /^\d*,(Ward 4B|S\d+),/.test(line))).toHaveLength(all.length)
        const counts = countsOf(drawDistribution(chartView, drawContext))
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(isSmall ? 1 : known.length)
      }),
      { numRuns: 60 }
    )
  })
})

test('with a peer group all figures are of the group, and absent if it is too small', () => {
  fc.assert(
    fc.property(
      dataSet,
      fc.array(fc.nat(23)),
      fc.constantFrom(...DIRECTIONS),
      ({ own, others }, chosen, direction) => {
        const peers = [...new Set(chosen)].filter(at => at < others.length).map(at => at + 1)
        const members = peers.map(at => others[at - 1] ?? null)
        const chartView = chartViewOf(answerOf(own, others, direction, peers), PERIOD)
        const expected = recompute(own, members, direction)
        const sentence = plainSentence(chartView)
        expect(sentence).toContain('Medical wards')
        expect(chartView.comparison.n).toBe(expected.n)
        const counted = countsOf(drawDistribution(chartView, drawContext)).reduce(
          (sum, count) => sum + count,
          0
        )
        if (expected.median === null) {
          expect(sentence).toMatch(/^\S+ \S+ has [−\d.,]+\. (?:Too few|No one) in Medical wards /)
          expect([chartView.others.length, chartView.standing?.rank, counted]).toEqual([0, null, 1])
          return
        }
        expect(sentence).toContain(`median of ${expected.n} peers in Medical wards (${expected.median})`)
        expect(sentence).toContain(`(rank ${expected.rank} of ${expected.n + 1}`)
        expect(counted).toBe(expected.n + 1)
      }
    )
  )
})

test('a trend covers one set in every period, or has a gap and says why', () => {
  const period = fc.array(fc.option(hundredths, { freq: 3 }), { minLength: 12, maxLength: 12 })
  fc.assert(
    fc.property(fc.array(period, { minLength: 2, maxLength: 4 }), fc.boolean(), (periods, isGrouped) => {
      const peers = isGrouped ? [1, 2, 3, 4, 5, 6, 7] : Array.from({ length: 11 }, (_, at) => at + 1)
      const [values = [], ...earlier] = periods.map(list =>
        list.map(value => (value === null ? null : value / 100))
      )
      const data = chartAnswer({
        values,
        earlier,
        chart: { direction: 'higher', unit: '' },
        output: 'trend',
        ...(isGrouped && { peers })
      })
      const stops = stopTexts(drawTrend(chartViewOf(data, PERIOD), drawContext))
      periods.forEach((list, back) => {
        const sorted = peers.flatMap(at => list[at] ?? []).toSorted((a, b) => a - b)
        const said = stops[periods.length - 1 - back]
        if (sorted.length < MINIMUM)
          expect(said).toMatch(
            isGrouped ? /peers in Medical wards: (?:too few|no values)/ : /peers: (?:too few|no values)/
          )
        else
          expect(said).toContain(`median ${written(tenths(fourfoldQuantile(sorted, 2)))}, n ${sorted.length}`)
      })
    })
  )
})
