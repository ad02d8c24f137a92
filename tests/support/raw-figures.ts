// Raw numerators and denominators of generated sets, the chart that a reader gets from them, and the results of the published formulas, calculated
// here without the product's arithmetic.

import fc from 'fast-check'
import { expect } from 'vitest'
import { drawFigure } from '#browser/charts/drawings.ts'
import { chartViewOf, type ChartView } from '#browser/charts/view/chart-view.ts'
import type { ChartFigure } from '#browser/charts/view/figure.ts'
import type { OutputName } from '#contract/output-names.ts'
import { chartAnswer } from './chart-reply.ts'
import { seriesOfParts, SHOWN_DECIMALS, type PartsSet } from './compared-series.ts'
import { drawContext } from './draw-context.ts'
import { pooled, shown, sideOf, type Compared, type Parts } from './published-formulas.ts'

const PERIOD = 1
export const MINIMUM = 5
const count = fc.oneof(
  fc.integer({ min: 0, max: 400 }),
  fc.integer({ min: 0, max: 3 }),
  fc.integer({ min: 1_000_000, max: 900_000_000 })
)
const size = fc.oneof(
  fc.integer({ min: 400, max: 20_000 }),
  fc.integer({ min: 1, max: 9 }),
  fc.constant(0),
  fc.integer({ min: 900_000_000, max: 2_000_000_000 })
)
const standardDeviation = fc.option(fc.integer({ min: 0, max: 200 }).map(tenths => tenths / 10))

/**
 * With ties from repeated members, gaps, zero denominators, single members, equal, huge and tiny values, and negative ones where the statistic has
 * them.
 */
export function setOf(statistic: PartsSet['statistic']): fc.Arbitrary<PartsSet> {
  const numerator = statistic === 'mean' ? fc.oneof(count, fc.integer({ min: -900, max: 0 })) : count
  const member: fc.Arbitrary<Parts> = fc.record({
    numerator,
    denominator: size,
    standardDeviation: statistic === 'mean' ? standardDeviation : fc.constant(null)
  })
  const members = fc.oneof(
    { weight: 5, arbitrary: fc.array(fc.option(member, { freq: 8 }), { minLength: 1, maxLength: 30 }) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(
          fc.array(member, { minLength: 2, maxLength: 4 }),
          fc.array(fc.nat(3), { minLength: 8, maxLength: 20 })
        )
        .map(([few, picks]) => picks.map(pick => few[pick % few.length]!))
    },
    { weight: 1, arbitrary: member.map(one => Array.from({ length: 9 }, () => one)) },
    { weight: 1, arbitrary: member.map(one => [one]) }
  )
  return fc.record({
    statistic: fc.constant(statistic),
    direction: fc.constantFrom('higher', 'lower', 'neutral'),
    multiplier: fc.constantFrom(1, 100, 1000, 0.001),
    members
  })
}

/** The chart as a member of the project sees it. */
export function viewOf(set: PartsSet): ChartView {
  const { statistic, direction } = set
  const frame = chartAnswer({
    values: [null],
    chart: { statistic, direction, unit: '', decimal_places: SHOWN_DECIMALS }
  })
  const time_periods = [{ time_period_id: PERIOD, time_period_name: '2026' }]
  return chartViewOf({ ...frame, time_periods, series: [seriesOfParts(set)] }, PERIOD)
}

export function draw(output: OutputName, set: PartsSet): ChartFigure {
  return drawFigure(viewOf(set), { ...drawContext, intervals: true }, output)
}

export interface Trace {
  type: string
  x: number[]
  y: number[]
  q1: number[]
  median: number[]
  q3: number[]
  lowerfence: number[]
  upperfence: number[]
  hovertext: string[]
  error_y?: { array: number[]; arrayminus: number[] }
  marker: { color: string[]; symbol: string[] }
}
export const traces = (figure: ChartFigure): Trace[] => figure.data as unknown as Trace[]

export const expectClose = (drawn: number, expected: number): void =>
  expect(Math.abs(drawn - expected)).toBeLessThanOrEqual(1e-9 * Math.max(Math.abs(expected), 1e-6))

export const expectSame = (drawn: readonly number[], expected: readonly number[]): void => {
  expect(drawn).toHaveLength(expected.length)
  drawn.forEach((value, at) => expectClose(value, expected[at]!))
}

/** The rank among the values as they are shown. */
export function rankOf(value: number, all: readonly number[], direction: PartsSet['direction']): number {
  const own = shown(value, SHOWN_DECIMALS)
  const isBetter = (other: number): boolean => (direction === 'lower' ? other < own : other > own)
  return 1 + all.filter(other => isBetter(shown(other, SHOWN_DECIMALS))).length
}

const valueOf = (parts: Parts | null, multiplier: number): number | null =>
  parts === null || parts.denominator === 0 ? null : (parts.numerator / parts.denominator) * multiplier

interface Known {
  parts: Parts
  value: number
  isOwn: boolean
}

const knownIn = ({ members, multiplier }: PartsSet): Known[] =>
  members.flatMap((parts, at) => {
    const value = valueOf(parts, multiplier)
    return value === null ? [] : [{ parts: parts!, value, isOwn: at === 0 }]
  })

/** R's type 7. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!]
  return low + (high - low) * (place - Math.floor(place))
}

export const meanOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => Math.abs(a) - Math.abs(b)).reduce((sum, value) => sum + value, 0) / values.length

export interface Expected {
  known: Known[]
  others: number[]
  averages: Record<'Mean' | 'Median' | 'Q1' | 'Q3', number> | null
  /** The pooled mean of the others, before the multiplier. */
  pooledMean: number | null
}

export function recompute(set: PartsSet): Expected {
  const known = knownIn(set)
  const others = known.filter(one => !one.isOwn).map(one => one.value)
  const isEnough = others.length >= MINIMUM
  const othersParts = set.members.slice(1).filter((parts): parts is Parts => parts !== null)
  return {
    known,
    others,
    averages: isEnough
      ? {
          Mean: meanOf(others),
          Median: quantile(others, 0.5),
          Q1: quantile(others, 0.25),
          Q3: quantile(others, 0.75)
        }
      : null,
    pooledMean: isEnough ? pooled(set.statistic, othersParts) : null
  }
}

/** The members that a part is compared with. */
export const comparedIn = ({ members, multiplier }: PartsSet): Compared => ({
  others: members.slice(1).filter(parts => parts !== null),
  own: members[0] ?? null,
  multiplier,
  decimals: SHOWN_DECIMALS
})

/** The verdict of a part against the others taken together, as a number from −2 to 2. */
export const sidesOf = (set: PartsSet, expected: Expected): (number | null)[] =>
  expected.known.map(({ parts }) =>
    expected.pooledMean === null ? null : sideOf(set.statistic, parts, comparedIn(set))
  )

export const symbolOf = (side: number | null, direction: PartsSet['direction']): string => {
  if (side === null || side === 0) return 'circle'
  const isHigher = side > 0
  const shape =
    direction === 'neutral'
      ? isHigher
        ? 'triangle-up'
        : 'triangle-down'
      : isHigher === (direction === 'higher')
        ? 'diamond'
        : 'triangle-up'
  return Math.abs(side) === 2 ? shape : `${shape}-open`
}

/** Checks a property of this many generated sets. */
export const checkSets = (
  statistic: PartsSet['statistic'],
  numRuns: number,
  property: (set: PartsSet) => void
): void =>
  fc.assert(
    fc.property(setOf(statistic), set => {
      property(set)
    }),
    { numRuns }
  )
