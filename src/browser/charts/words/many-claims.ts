// What is said of many measures together: how many are better, similar and worse, and how many of them chance alone would give.

import type { Measure } from '#browser/charts/labels/measure.ts'
import { ownMark } from '#browser/charts/own-figures.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import type { OwnSummary } from '#contract/chart-data.ts'
import type { MeasureMark } from '#domain/figures/claims.ts'
import { countOf, formatCount } from '#lib/format.ts'
import { intervalText, quarterText, type ComparedFigure } from './claims.ts'

export type MarkCounts = Readonly<Record<MeasureMark, number>>

export function countMarks(marks: readonly (MeasureMark | undefined)[]): MarkCounts {
  const count = (mark: MeasureMark): number => marks.filter(one => one === mark).length
  return {
    better: count('better'),
    similar: count('similar'),
    worse: count('worse'),
    position: count('position'),
    none: count('none')
  }
}

export const MARK_NAMES: Readonly<Record<MeasureMark, string>> = {
  better: 'better',
  similar: 'similar',
  worse: 'worse',
  position: 'position only',
  none: 'no data'
}

const markStarts = {
  similar: 'similar to peers on',
  better: 'better than peers on',
  worse: 'worse than peers on'
} as const

/** The headline of overview, dashboard and briefing: 'Similar to peers on 24 measures, better on 6, worse on 4'; without a verdict on any, how many show a position. */
export function marksTitle(counts: MarkCounts): string {
  const named = (['similar', 'better', 'worse'] as const).filter(mark => counts[mark] > 0)
  const [first, ...rest] = named
  if (first === undefined)
    return counts.position === 0
      ? 'Nothing to compare yet'
      : `Position among peers on ${countOf(counts.position, 'measure')}, without a verdict`
  return [
    `${markStarts[first].charAt(0).toUpperCase()}${markStarts[first].slice(1)} ${countOf(counts[first], 'measure')}`,
    ...rest.map(mark => `${mark} on ${formatCount(counts[mark])}`)
  ].join(', ')
}

/** At the 95% level one measure in twenty differs by chance, at most: exact tests find fewer. */
const CHANCE_SHARE = 0.05

/** How many of the tested measures chance alone would make differ; null if none was tested. */
export function chanceText(testedCount: number): string | null {
  if (testedCount === 0) return null
  const most = Math.max(1, Math.round(testedCount * CHANCE_SHARE))
  return `By chance alone, up to about ${most} of ${countOf(testedCount, 'measure')} would differ from the mean of peers.`
}

/** 'Since 2024: 3 better, 2 worse, 1 unchanged. A single change may be chance.' Null without an earlier figure. */
export function movementText(trends: readonly OwnSummary['trend'][], since: string | null): string | null {
  const count = (trend: OwnSummary['trend']): number => trends.filter(one => one === trend).length
  const [better, worse, same] = [count('better'), count('worse'), count('same')]
  if (since === null || better + worse + same === 0) return null
  return `Since ${since}: ${better} better, ${worse} worse, ${same} unchanged. A single change may be chance.`
}

/** What a group shows without a finding. */
export const NOTHING_STANDS_OUT = 'Nothing stands out'

/** The headings of what stands out. */
export const SIDE_TITLES = { worse: 'Worse than peers', better: 'Better than peers' } as const

/** The word beside the mark of the own value: the verdict, or else the quarter, which is neither better nor worse. */
export function markText(chartView: ChartView): string {
  const { own, standing, measure } = chartView
  const { mark } = ownMark(chartView)
  if (mark !== 'position') return MARK_NAMES[mark]
  return own?.verdict?.verdict ?? (standing?.quarter ? quarterText(standing.quarter, measure) : '')
}

/** 'The 95% interval, 1.2 to 3.0, lies above it, so chance hardly explains the gap.' After a sentence that names the mean. */
export function chanceGapText(
  figure: Pick<ComparedFigure, 'verdict' | 'interval95'>,
  measure: Measure
): string | null {
  const { verdict, interval95 } = figure
  const mean = measure.pooledMean ?? null
  if (verdict === null || interval95 === null || mean === null) return null
  const start = `The 95% interval, ${intervalText(interval95, measure)},`
  if (interval95[0] <= mean && mean <= interval95[1])
    return `${start} includes this mean, so chance can explain the gap.`
  return `${start} lies ${mean < interval95[0] ? 'above' : 'below'} it, ${verdict.certainty === null ? 'but chance can explain' : 'so chance hardly explains'} the gap.`
}
