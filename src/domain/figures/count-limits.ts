// Exact limits of counts: beyond them a count is due to chance no more often than a level allows.

import type { Statistic } from '#contract/charts.ts'
import { levels, type Level } from './intervals.ts'

export interface CountDistribution {
  lowest: number
  highest: number
  mean: number
  variance: number
  /** The probability of the next count ÷ that of this one. */
  ratioAfter: (count: number) => number
}

/** How many of a part's `part` cases are counted, if `counted` of all `whole` cases are and chance alone decides which. */
export function hypergeometricCounts(part: number, counted: number, whole: number): CountDistribution {
  const mean = (part * counted) / whole
  return {
    lowest: Math.max(0, part + counted - whole),
    highest: Math.min(part, counted),
    mean,
    variance: whole > 1 ? (mean * (1 - counted / whole) * (whole - part)) / (whole - 1) : 0,
    ratioAfter: count =>
      ((counted - count) * (part - count)) / ((count + 1) * (whole - counted - part + count + 1))
  }
}

/** How many of `trials` succeed, each with the same probability. */
export const binomialCounts = (trials: number, probability: number): CountDistribution => ({
  lowest: probability < 1 ? 0 : trials,
  highest: probability > 0 ? trials : 0,
  mean: trials * probability,
  variance: trials * probability * (1 - probability),
  ratioAfter: count => ((trials - count) * probability) / ((count + 1) * (1 - probability))
})

export const poissonCounts = (mean: number): CountDistribution => ({
  lowest: 0,
  highest: mean > 0 ? Infinity : 0,
  mean,
  variance: mean,
  ratioAfter: count => mean / (count + 1)
})

/** From this variance on, summing would take long and the normal distribution differs by less than the margin that is added. */
const MAX_SUMMED_VARIANCE = 1e6

export interface CountLimits {
  low: number
  high: number
}

/**
 * The limits beyond which at most the level's probability lies on each side, in total 1 − level. A count is beyond them if it is at most
 * `low` or at least `high`. Between two whole counts a limit is interpolated by their probabilities, so that limits for neighbouring sizes
 * make a smooth line; which whole counts are beyond it is exact.
 */
export function countLimits(distribution: CountDistribution, level: Level): CountLimits {
  const { mean, variance } = distribution
  const { probability, z } = levels[level]
  if (variance > MAX_SUMMED_VARIANCE) {
    // The margin covers the skewness, after Cornish and Fisher, and that counts are whole.
    const reach = z * Math.sqrt(variance) + (z * z + 2) / 6
    return { low: mean - reach, high: mean + reach }
  }
  const { from, each } = probabilitiesOf(distribution)
  const tail = (1 - probability) / 2
  return {
    low: from + stepsToTail(each, tail),
    high: from + each.length - 1 - stepsToTail(each.toReversed(), tail)
  }
}

/** A share of the largest probability; what is less adds nothing to a sum. */
const NEGLIGIBLE = 1e-18

/** The probabilities of a row of counts, summed outwards from the middle: neither factorials nor their logarithms are calculated. */
function probabilitiesOf({ lowest, highest, mean, ratioAfter }: CountDistribution) {
  const middle = Math.min(highest, Math.max(lowest, Math.floor(mean)))
  const [below, above]: [number[], number[]] = [[], [1]]
  for (let count = middle, weight = 1; count < highest; count += 1) {
    weight *= ratioAfter(count)
    if (weight < NEGLIGIBLE) break
    above.push(weight)
  }
  for (let count = middle - 1, weight = 1; count >= lowest; count -= 1) {
    weight /= ratioAfter(count)
    if (weight < NEGLIGIBLE) break
    below.push(weight)
  }
  const weights = [...below.toReversed(), ...above]
  const total = weights.reduce((sum, one) => sum + one, 0)
  return { from: middle - below.length, each: weights.map(one => one / total) }
}

function stepsToTail(probabilities: readonly number[], tail: number): number {
  let sum = 0
  for (const [step, probability] of probabilities.entries()) {
    if (sum + probability > tail) return step - 1 + (tail - sum) / probability
    sum += probability
  }
  return probabilities.length
}

/**
 * What a part's count would be by chance, given the sum over the whole. Of rates each event falls to the part with the probability of its
 * share of the whole. Fractions are rounded, because only cases and events can be counted. Null if there is nothing beside the part.
 */
export function chanceOfCount(
  statistic: Statistic,
  denominator: number,
  whole: { numerator: number; denominator: number }
): CountDistribution | null {
  const counted = Math.round(whole.numerator)
  if (denominator >= whole.denominator) return null
  if (statistic === 'rate') return binomialCounts(counted, denominator / whole.denominator)
  return statistic === 'proportion'
    ? hypergeometricCounts(Math.round(denominator), counted, Math.round(whole.denominator))
    : null
}
