// What a supposed figure would change: its position, while all others stay the same, and its gap to each line. Nothing is stored. The value of a
// ratio is numerator ÷ denominator × multiplier, calculated in the same order as on the server, so that the saved numerator gives exactly the
// saved value. The denominator does not change.

import type { ChartDirection, Statistic } from '#contract/charts.ts'
import { claimQuarter, type Quarter } from './claims.ts'
import { ratioOf } from './decimals.ts'
import { intervalOf, scaleInterval, type IntervalBounds } from './intervals.ts'
import { certaintyOf, compareOwn, funnelPosition, verdictOf, type CountSums } from './pooled.ts'
import { isAtMost, percentileOf, quartileOf, rankOf } from './ranking.ts'
import { shownDifference, shownFigure } from './shown-figures.ts'
import type { Averages } from './statistics.ts'

export type GapLine = 'Median' | 'Q1' | 'Q3' | 'Target'

/** What a supposition starts from: the saved figure, and what the reader knows of the others. */
export interface WhatIfBasis {
  value: number
  /** Of a ratio; null for figures that are no ratio. */
  numerator: number | null
  denominator: number | null
  multiplier: number
  decimals: number
  direction: ChartDirection
  statistic: Statistic
  /** The values of the others, ascending; null in strict projects, and if not all are listed. */
  others: readonly number[] | null
  lines: Pick<Averages, 'Median' | 'Q1' | 'Q3'>
  target: number | null
  /** The sums of all others as one set; null if they are not known. */
  pooled: CountSums | null
  /** Strict projects disclose rounded lines only, so values are rounded before they are compared with them. */
  isRounded: boolean
}

export interface Gap {
  line: GapLine
  level: number
  /** Value less level, of the two figures as they are shown. */
  difference: number
  /** Whether the value is on the line or on its better side. If neither side is better, whether it is the same figure. */
  isReached: boolean
  /** How much the numerator has to change to reach the line; null without a numerator, or if it cannot. */
  numeratorChange: number | null
}

export interface Supposed {
  value: number
  numerator: number | null
  /** Null if the others' values are not known. */
  rank: number | null
  rankOf: number | null
  percentile: number | null
  quarter: Quarter | null
  interval95: IntervalBounds | null
  verdict: { verdict: ReturnType<typeof verdictOf>; certainty: ReturnType<typeof certaintyOf> } | null
  gaps: Gap[]
}

type Ratio = WhatIfBasis & { numerator: number; denominator: number }

export const isRatioBasis = (basis: WhatIfBasis): basis is Ratio =>
  basis.numerator !== null && basis.denominator !== null && basis.denominator !== 0 && basis.multiplier !== 0

const MAX_STEP_DECIMALS = 2

/** Decimals of a numerator: none for counts, otherwise as many as the saved one has. */
export function numeratorDecimals({ numerator, statistic }: WhatIfBasis): number {
  if (numerator === null || statistic === 'proportion' || statistic === 'rate') return 0
  for (let decimals = 0; decimals < MAX_STEP_DECIMALS; decimals += 1)
    if (shownFigure(numerator, decimals) === shownFigure(numerator, MAX_STEP_DECIMALS)) return decimals
  return MAX_STEP_DECIMALS
}

const ratioValue = ({ denominator, multiplier }: Ratio, numerator: number): number =>
  ratioOf(numerator, denominator, multiplier)

/** The valid numerator whose value is nearest to a given one. */
export function numeratorOfValue(basis: WhatIfBasis, value: number): number | null {
  if (!isRatioBasis(basis)) return null
  const [lowest, highest] = numeratorLimits(basis)
  const exact = (value * basis.denominator) / basis.multiplier
  return Math.min(highest, Math.max(lowest, shownFigure(exact, numeratorDecimals(basis))))
}

/** A count is not negative, and a share is not more than its whole. */
export function numeratorLimits(basis: WhatIfBasis): [lowest: number, highest: number] {
  const { numerator, denominator, statistic } = basis
  const isCounted =
    statistic === 'proportion' || statistic === 'rate' || (numerator !== null && numerator >= 0)
  const isShare = statistic === 'proportion' && denominator !== null
  return [isCounted ? 0 : -Infinity, isShare ? denominator : Infinity]
}

/** The values worth trying: from zero to all known values and lines, and a quarter of that range more. */
export function valueRange(basis: WhatIfBasis): [lowest: number, highest: number] {
  const { value, others, lines, target } = basis
  const known = [0, value, others?.[0], others?.at(-1), lines.Q1, lines.Median, lines.Q3, target].filter(
    figure => typeof figure === 'number'
  )
  const [lowest, highest] = [Math.min(...known), Math.max(...known)]
  const wider = highest + (highest - lowest || 1) / 4
  if (!isRatioBasis(basis)) return [lowest, wider]
  const limits = numeratorLimits(basis).map(limit => ratioValue(basis, limit))
  return [Math.max(lowest, Math.min(...limits)), Math.min(wider, Math.max(...limits))]
}

export type Supposition = { numerator: number } | { value: number }

/** The position and the gaps of a supposed figure. The value of a ratio is moved to that of the nearest numerator: no other could be entered. */
export function suppose(basis: WhatIfBasis, supposition: Supposition): Supposed {
  const numerator =
    'numerator' in supposition ? supposition.numerator : numeratorOfValue(basis, supposition.value)
  const value =
    numerator !== null && isRatioBasis(basis)
      ? ratioValue(basis, numerator)
      : 'value' in supposition
        ? supposition.value
        : basis.value
  const { others, direction, lines, decimals } = basis
  return {
    value,
    numerator,
    rank: others && rankOf(value, others, direction, decimals),
    rankOf: others && others.length + 1,
    percentile: others && percentileOf(value, others, decimals),
    quarter: claimQuarter(value, quartileOf(comparedValue(basis, value), lines), lines, {
      decimal_places: decimals,
      direction
    }),
    ...supposedCertainty(basis, numerator),
    gaps: gapsOf(basis, value, numerator)
  }
}

const comparedValue = ({ isRounded, decimals }: WhatIfBasis, value: number): number =>
  isRounded ? shownFigure(value, decimals) : value

function supposedCertainty(
  basis: WhatIfBasis,
  numerator: number | null
): Pick<Supposed, 'interval95' | 'verdict'> {
  const { statistic, direction, denominator, multiplier, decimals, pooled } = basis
  const parts = { numerator, denominator }
  const interval = intervalOf(statistic, parts, '95')
  const compared = pooled && compareOwn(statistic, pooled, parts)
  const position =
    compared && funnelPosition({ statistic, multiplier, decimal_places: decimals }, parts, compared)
  return {
    interval95: interval && scaleInterval(interval, multiplier),
    verdict: position && { verdict: verdictOf(position, direction), certainty: certaintyOf(position) }
  }
}

function gapsOf(basis: WhatIfBasis, value: number, numerator: number | null): Gap[] {
  const { lines, target, decimals } = basis
  const levels: [GapLine, number | null][] = [
    ['Median', lines.Median],
    ['Q1', lines.Q1],
    ['Q3', lines.Q3],
    ['Target', target]
  ]
  return levels.flatMap(([line, level]): Gap[] => {
    if (level === null) return []
    const reaching = numerator === null ? null : numeratorReaching(basis, numerator, level)
    return [
      {
        line,
        level,
        difference: shownDifference(value, level, decimals),
        isReached: isReached(basis, value, level),
        numeratorChange:
          reaching === null || numerator === null
            ? null
            : shownFigure(reaching - numerator, numeratorDecimals(basis))
      }
    ]
  })
}

function isReached(basis: WhatIfBasis, value: number, level: number): boolean {
  const given = comparedValue(basis, value)
  if (basis.direction === 'lower') return isAtMost(given, level)
  if (basis.direction === 'higher') return isAtMost(level, given)
  return shownDifference(value, level, basis.decimals) === 0
}

/**
 * The numerator nearest to `from` that reaches a line: `from` itself if it already does. If neither side is better, the one whose value is
 * nearest to the line. Null if no valid numerator reaches it.
 */
export function numeratorReaching(basis: WhatIfBasis, from: number, level: number): number | null {
  if (!isRatioBasis(basis)) return null
  if (isReached(basis, ratioValue(basis, from), level)) return from
  const nearest = numeratorOfValue(basis, level)
  if (basis.direction === 'neutral' || nearest === null) return nearest
  const scale = 10 ** numeratorDecimals(basis)
  // Twelve digits drop rounding errors.
  const at = (steps: number): number => Number((from + steps / scale).toPrecision(12))
  const reaches = (steps: number): boolean => isReached(basis, ratioValue(basis, at(steps)), level)
  const side = nearest < from || (nearest === from && prefersLowerNumerator(basis)) ? -1 : 1
  const steps = findFewestSteps(Math.ceil(Math.abs(nearest - from) * scale) + 1, count =>
    reaches(side * count)
  )
  if (steps === null) return null
  const [lowest, highest] = numeratorLimits(basis)
  const found = at(side * steps)
  return found >= lowest && found <= highest ? found : null
}

/** The smallest step count ≥ 1 that satisfies `isEnough`; null if none up to `allowed` does. */
function findFewestSteps(allowed: number, isEnough: (steps: number) => boolean): number | null {
  let [short, enough] = [0, allowed]
  if (!isEnough(enough)) return null
  while (enough - short > 1) {
    const middle = Math.floor((short + enough) / 2)
    if (isEnough(middle)) enough = middle
    else short = middle
  }
  return enough
}

/** Whether a lower numerator gives a better value. */
const prefersLowerNumerator = ({ direction, denominator, multiplier }: Ratio): boolean =>
  (direction === 'lower') === denominator * multiplier > 0
