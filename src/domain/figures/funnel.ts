import type { Statistic } from '#contract/charts.ts'
import { chanceOfCount, countLimits } from './count-limits.ts'
import { byarInterval, zOf, type Level, type IntervalBounds } from './intervals.ts'
import type { PooledComparison } from './pooled.ts'

/**
 * The limits of a funnel plot for a denominator, after D. J. Spiegelhalter, Funnel plots for comparing institutional performance, Statistics
 * in Medicine 24 (2005), 1185–1202. Beyond a limit both hold that a verdict requires: the interval of the figure excludes the mean, and its
 * count is beyond the exact limit. So points and their verdicts always agree. Null for means, whose intervals depend on more than the
 * denominator.
 */
export function funnelLimits(
  statistic: Statistic,
  { mean, whole }: PooledComparison,
  denominator: number,
  level: Level
): IntervalBounds | null {
  const bounds = intervalLimits(statistic, mean, denominator, level)
  const chance = chanceOfCount(statistic, denominator, whole)
  if (bounds === null || chance === null) return bounds
  const { low, high } = countLimits(chance, level)
  const most = statistic === 'proportion' ? 1 : Infinity
  return [
    Math.max(0, Math.min(bounds[0], low / denominator)),
    Math.min(most, Math.max(bounds[1], high / denominator))
  ]
}

/** The figures whose interval just reaches the mean: the score limits of proportions, and for rates Byar's interval inverted. */
function intervalLimits(
  statistic: Statistic,
  mean: number,
  denominator: number,
  level: Level
): IntervalBounds | null {
  if (denominator <= 0 || mean < 0) return null
  const z = zOf(level)
  if (statistic === 'proportion') {
    if (mean > 1) return null
    const half = z * Math.sqrt((mean * (1 - mean)) / denominator)
    return [Math.max(0, mean - half), Math.min(1, mean + half)]
  }
  if (statistic !== 'rate') return null
  const expected = mean * denominator
  const lowest =
    byarInterval(0, z)[1] >= expected ? 0 : countReaching(expected, count => byarInterval(count, z)[1])
  return [lowest / denominator, countReaching(expected, count => byarInterval(count, z)[0]) / denominator]
}

/** The count at which an end of its interval is `wanted`. The end grows with the count. */
function countReaching(wanted: number, end: (count: number) => number): number {
  let [low, high] = [0, Math.max(1, wanted)]
  while (end(high) < wanted) high *= 2
  for (let step = 0; step < 80; step++) {
    const middle = (low + high) / 2
    if (end(middle) < wanted) low = middle
    else high = middle
  }
  return (low + high) / 2
}
