// Means of runs: all that a member of an anonymous project sees of the sorted values.

import { countOfSubmissions } from '#domain/projects/submission-count.ts'
import { formatCount } from '#lib/format.ts'
import type { ChartEntry, ChartView } from './view/chart-view.ts'

const runEntries = (runs: ChartView['runs']): ChartEntry[] =>
  runs.map(({ mean, submission_count }) => ({
    submissionId: null,
    name: `Mean of ${countOfSubmissions(submission_count)}`,
    organisation: null,
    code: '',
    role: 'rest',
    value: mean,
    numerator: null,
    denominator: null,
    rank: null,
    rankOf: 0,
    percentile: null,
    quarter: null,
    interval95: null,
    interval998: null,
    verdict: null,
    isHeldBack: false,
    reason: null,
    note: null
  }))

/** Adds the runs to the entries, for kinds that list or rank these. */
export const addRuns = (chartView: ChartView): ChartView =>
  chartView.runs.length === 0
    ? chartView
    : {
        ...chartView,
        entries: [...chartView.entries, ...runEntries(chartView.runs)].toSorted((a, b) => b.value! - a.value!)
      }

/** Explains the bars without a name; null if there are none. */
export function runsText({ runs }: Pick<ChartView, 'runs'>): string | null {
  if (runs.length === 0) return null
  const sizes = runs.map(run => run.submission_count)
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)]
  const size = least === most ? formatCount(least) : `${formatCount(least)} to ${formatCount(most)}`
  return `Each unnamed bar is the average of ${size} neighbouring values, sorted highest to lowest`
}
