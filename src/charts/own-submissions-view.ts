// The own organisation's submissions: which they are, what is said of them, and their figures as rows.
import { countOfSubmissions, withTerms } from '#lib/submission-word.ts'
import { shownDifference } from '#domain/shown-figures.ts'
import { verdictText } from './verdicts.ts'
import type { ChartEntry, ChartView } from './chart-view.ts'
import type { FigureTable } from './figure-table.ts'

const isOfOwnOrganisation = ({ role }: ChartEntry): boolean => role === 'own' || role === 'sameOrganisation'

/** Highest first; those without a value last. */
export const ownEntries = ({ entries, heldBack, missing }: ChartView): ChartEntry[] =>
  [...entries, ...heldBack, ...missing].filter(isOfOwnOrganisation)

export function ownSubmissionsAbsence(chartView: ChartView): string | null {
  const count = ownEntries(chartView).length
  if (count > 1) return null
  return count === 0
    ? withTerms('This chart follows the {submissions} of one organisation. Choose {a submission} above.')
    : withTerms(
        'The organisation has one {submission} in this period. This chart compares {submissions} of the same organisation.'
      )
}

/** How many lie on which side of the others' median. */
export function ownSubmissionsNotes(chartView: ChartView): string[] {
  const { comparison } = chartView
  const median = comparison.averages?.Median ?? null
  const known = ownEntries(chartView).flatMap(({ value }) => (value === null ? [] : [value]))
  if (median === null || known.length === 0) return []
  const above = known.filter(value => value > median).length
  const below = known.filter(value => value < median).length
  const equal = known.length - above - below
  return [
    `Of ${countOfSubmissions(known.length)} of the organisation with a value, ${above} ${above === 1 ? 'lies' : 'lie'} above the median of the others and ${below} below${equal === 0 ? '' : `, ${equal} on it`}.`
  ]
}

export function ownSubmissionsTable(chartView: ChartView): FigureTable {
  const { measure, comparison } = chartView
  const median = comparison.averages?.Median ?? null
  const entries = ownEntries(chartView)
  const hasVerdicts = entries.some(entry => entry.verdict !== null)
  return {
    columns: [
      { name: withTerms('{Submission}'), isNumber: false },
      { name: 'Value', isNumber: true },
      { name: 'From the median', isNumber: true },
      { name: 'Rank', isNumber: false },
      ...(hasVerdicts ? [{ name: 'Against the mean', isNumber: false }] : [])
    ],
    rows: entries.map(({ name, value, rank, rankOf, verdict }) => [
      name,
      value,
      value === null || median === null ? null : shownDifference(value, median, measure.decimal_places),
      rank === null ? '' : `${rank} of ${rankOf}`,
      ...(hasVerdicts ? [verdict === null ? '' : verdictText(verdict)] : [])
    ])
  }
}
