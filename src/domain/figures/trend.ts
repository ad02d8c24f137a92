// The trend of a figure since the previous period.

import type { OwnSummary } from '#contract/chart-data.ts'
import type { ChartDirection } from '#contract/charts.ts'
import { isBetter } from './ranking.ts'
import { shownDifference } from './shown-figures.ts'

export type FigureTrend = OwnSummary['trend']

/**
 * A change that does not show in the rounded figures is none. Without a better end, a change is neither
 * better nor worse.
 */
export function figureTrend(
  value: number | null,
  previous: number | null,
  { decimal_places, direction }: { decimal_places: number; direction: ChartDirection }
): FigureTrend {
  if (value === null || previous === null) return 'unknown'
  if (shownDifference(value, previous, decimal_places) === 0) return 'same'
  if (direction === 'neutral') return 'unknown'
  return isBetter(value, previous, direction) ? 'better' : 'worse'
}
