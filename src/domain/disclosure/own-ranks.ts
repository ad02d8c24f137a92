// Which of the own values of an organisation may be ranked.

import type { ChartDirection } from '#contract/charts.ts'
import { isBetter } from '#domain/figures/ranking.ts'
import { organisationCount } from './blocks.ts'
import type { OwnedFigure } from './disclosure.ts'

/**
 * Two ranks of one organisation reveal how many others are between its two values: if there is only one, its value is known as closely as these
 * two are to each other. From the best value on, a value is ranked if between it and the last ranked one there is at least the minimum of organisations. If
 * it were also ranked with nobody between, a missing rank would reveal that there is somebody.
 */
export function rankableValues(
  own: readonly number[],
  others: readonly OwnedFigure[],
  minimumCount: number,
  direction: ChartDirection
): ReadonlySet<number> {
  const bestFirst = [...new Set(own)].toSorted((a, b) => (isBetter(a, b, direction) ? -1 : 1))
  const rankable = new Set<number>()
  let last: number | null = null
  for (const value of bestFirst) {
    const better = others.filter(one => isBetter(one.value, value, direction))
    const previous: number | null = last
    const between = previous === null ? null : better.filter(one => !isBetter(one.value, previous, direction))
    if (between !== null && organisationCount(between) < minimumCount) continue
    rankable.add(value)
    last = value
  }
  return rankable
}
