// The own organisation's submissions over the periods, and notes about them.

import { shownDifference } from '#domain/figures/shown-figures.ts'
import { countOfSubmissions } from '#domain/projects/submission-count.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { compareNames } from '#lib/compare.ts'
import { groupBy } from '#lib/group-by.ts'
import type { ChartEntry, ChartView } from './chart-view.ts'

export interface OwnUnit {
  name: string
  /** In the chosen period; null if it has no submission there. */
  entry: ChartEntry | null
  /** Its values, in the order of the view's periods. */
  values: readonly (number | null)[]
}

/** Sorted by the value in the chosen period, highest first, then those without a value, then those without a submission there. */
export function ownUnits(chartView: ChartView): OwnUnit[] {
  const { entries, heldBack, missing, ownValues, period, history } = chartView
  const byUnit = groupBy(ownValues, value => value.lineage_id ?? value.submission_id)
  const units = [...byUnit.values()].map((values): OwnUnit => {
    const here = values.find(value => value.time_period_id === period.time_period_id)
    const entry = here
      ? [...entries, ...heldBack, ...missing].find(one => one.submissionId === here.submission_id)
      : undefined
    return {
      name: entry?.name ?? values[0]?.submission_name ?? values[0]?.submission_code ?? '',
      entry: entry ?? null,
      values: history.map(moment => {
        if (moment.period.time_period_id === period.time_period_id) return entry?.value ?? null
        return values.find(value => value.time_period_id === moment.period.time_period_id)?.value ?? null
      })
    }
  })
  const place = ({ entry }: OwnUnit): number =>
    entry === null ? Infinity : [...entries, ...heldBack, ...missing].indexOf(entry)
  return units
    .filter(({ entry, values }) => entry !== null || values.some(value => value !== null))
    .toSorted((a, b) => (place(a) === place(b) ? compareNames(a.name, b.name) : place(a) - place(b)))
}

export function ownSubmissionsAbsence(chartView: ChartView): string | null {
  const count = ownUnits(chartView).length
  if (count > 1) return null
  if (count === 0)
    return withTerms('This chart follows the {submissions} of one organisation. Choose {a submission} above.')
  const [found = withTerms('Only one {submission} of the organisation matches.')] = remainingNote(chartView)
  return `${found} ${withTerms('This chart compares {submissions} of one organisation.')}`
}

export function ownSubmissionsNotes(chartView: ChartView): string[] {
  return [...remainingNote(chartView), ...sidesNote(chartView), ...otherPeriodsNote(chartView)]
}

const remainingList = new Intl.ListFormat('en-GB')

/** Under filters: which of the organisation's submissions are left. */
function remainingNote(chartView: ChartView): string[] {
  const names = ownUnits(chartView).flatMap(({ entry, name }) => (entry === null ? [] : [name]))
  return chartView.comparison.isFiltered
    ? [
        `With these filters the chart shows ${countOfSubmissions(names.length)} of the organisation${names.length === 0 ? '' : `: ${remainingList.format(names)}`}.`
      ]
    : []
}

function sidesNote(chartView: ChartView): string[] {
  const { measure, comparison } = chartView
  const median = comparison.averages?.Median ?? null
  const known = ownUnits(chartView).flatMap(({ entry }) => entry?.value ?? [])
  if (median === null || known.length === 0) return []
  // Of the shown figures, as in the table.
  const differences = known.map(value => shownDifference(value, median, measure.decimal_places))
  const above = differences.filter(difference => difference > 0).length
  const below = differences.filter(difference => difference < 0).length
  const equal = known.length - above - below
  const all = known.length
  if (all > 1 && (above === all || below === all))
    return [`All ${countOfSubmissions(all)} are ${above === all ? 'above' : 'below'} the median of peers.`]
  return [
    `${above} of ${countOfSubmissions(all)} ${above === 1 ? 'is' : 'are'} above the median of peers and ${below} below${equal === 0 ? '' : `, ${equal} equal to it`}.`
  ]
}

function otherPeriodsNote(chartView: ChartView): string[] {
  const { history, period } = chartView
  const isElsewhere = (at: number): boolean => history[at]!.period.time_period_id !== period.time_period_id
  const hasOthers = ownUnits(chartView).some(({ values }) =>
    values.some((value, at) => value !== null && isElsewhere(at))
  )
  const names = history.map(moment => moment.period.time_period_name)
  return hasOthers
    ? [
        `Large dots and averages: ${period.time_period_name}. Small dots: other periods from ${names[0]} to ${names.at(-1)}, the larger the later.`
      ]
    : []
}
