// How the organisation's other submissions compare with the peers of the page, from the replies that the page loads anyway.

import { distanceFromMedian, entryMark } from '#browser/charts/own-figures.ts'
import type { ChartEntry, ChartView } from '#browser/charts/view/chart-view.ts'
import { countMarks, type MarkCounts } from '#browser/charts/words/many-claims.ts'
import type { NamedSubmission, OrganisationSubmissions } from '#contract/filters.ts'
import type { MeasureMark } from '#domain/figures/claims.ts'

export interface StandOutFigure {
  chartView: ChartView
  entry: ChartEntry
  mark: MeasureMark
}

export interface OtherStanding {
  submission: NamedSubmission
  counts: MarkCounts
  /** The furthest worse measure, or else the furthest better one. */
  standOut: StandOutFigure | null
}

/** The others are in the select above. */
const MAX_OTHERS = 6

/** The other submissions of the organisation that the chosen one belongs to. */
export const otherSubmissions = (
  entries: readonly OrganisationSubmissions[],
  chosen: NamedSubmission | null
): readonly NamedSubmission[] =>
  entries
    .find(({ submission_list }) => submission_list.some(({ id }) => id === chosen?.id))
    ?.submission_list.filter(({ id }) => id !== chosen?.id) ?? []

/** At most six, those with most worse measures if there are more, in the order of the list. */
export function otherStandings(
  submissions: readonly NamedSubmission[],
  views: readonly ChartView[]
): readonly OtherStanding[] {
  const standings = submissions.map(submission => otherStanding(submission, views))
  const shown = new Set(
    standings.toSorted((one, other) => other.counts.worse - one.counts.worse).slice(0, MAX_OTHERS)
  )
  return standings.filter(standing => shown.has(standing))
}

function otherStanding(submission: NamedSubmission, views: readonly ChartView[]): OtherStanding {
  const figures = views.flatMap((chartView): StandOutFigure[] => {
    const entry = chartView.entries.find(({ submissionId }) => submissionId === submission.id)
    return entry ? [{ chartView, entry, mark: entryMark(chartView, entry).mark }] : []
  })
  const furthest = (mark: MeasureMark): StandOutFigure | undefined =>
    figures
      .filter(figure => figure.mark === mark)
      .toSorted(
        (one, other) =>
          distanceFromMedian(other.chartView, other.entry) - distanceFromMedian(one.chartView, one.entry)
      )[0]
  return {
    submission,
    counts: countMarks(figures.map(({ mark }) => mark)),
    standOut: furthest('worse') ?? furthest('better') ?? null
  }
}
