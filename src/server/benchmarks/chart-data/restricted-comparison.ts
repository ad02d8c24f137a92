// The figures in a reply to a member of a strict project.
import type { Database } from '#server/database/schema.ts'
import type { RestrictedReader } from '#server/auth/reader.ts'
import { figuresOf } from './figures.ts'
import { filterOptionsOf } from './filter-options.ts'
import type { Compared } from './open-comparison.ts'
import {
  listsOthers,
  restrictedSeries,
  type RestrictedComparison,
  type RestrictedPeriod
} from './restricted-series.ts'
import { restrictedSets } from './restricted-sets.ts'
import type { Selection } from './selection.ts'
import type { SeriesPlan } from './series.ts'
import { comparedSubmissions, isSelected, namesOf, type ComparedSubmission } from './submissions.ts'

export async function restrictedComparison(
  database: Database,
  selection: Selection,
  reader: RestrictedReader,
  plans: readonly SeriesPlan[],
  places: number
): Promise<Compared> {
  const { programmeId, request, timePeriods } = selection
  // Of every series, chosen or not: sets of two series that differ by one submission would reveal it.
  const [submissions, figures, optionsOf] = await Promise.all([
    comparedSubmissions(database, selection),
    figuresOf(database, selection, selection.series),
    filterOptionsOf(database, selection)
  ])
  const own = submissions.filter(submission => submission.organisation_id === reader.organisationId)
  const periods = timePeriods.map(({ time_period_id }): RestrictedPeriod => {
    const isHere = (submission: ComparedSubmission): boolean => submission.time_period_id === time_period_id
    return {
      timePeriodId: time_period_id,
      own: own.filter(submission => isHere(submission) && isListed(selection, submission)),
      sets: restrictedSets(selection, reader, submissions.filter(isHere), optionsOf, figures)
    }
  })
  const comparison: RestrictedComparison = {
    selection,
    reader,
    figures,
    periods,
    selected: own.filter(submission => isSelected(selection, submission)),
    names: await namesOf(
      database,
      programmeId,
      own.map(submission => submission.submission_id)
    ),
    isNarrowed: isNarrowed(selection, own),
    places
  }
  const here = submissions.filter(submission => submission.time_period_id === request.time_period_id)
  const missing = here.filter(submission => !figures.isComplete(submission.submission_id)).length
  return {
    listsOthers: listsOthers(comparison),
    countedIn: timePeriodId => {
      const submitted = submissions.filter(submission => submission.time_period_id === timePeriodId)
      const value_count = submitted.filter(submission => figures.isComplete(submission.submission_id)).length
      const isTold = periods.find(period => period.timePeriodId === timePeriodId)?.sets[0]?.blocks !== null
      return { value_count: isTold ? value_count : null, submission_count: submitted.length }
    },
    parts: {
      series: plans.map(plan => restrictedSeries(comparison, plan)),
      ...countsOf(comparison, missing)
    }
  }
}

const isListed = (selection: Selection, submission: ComparedSubmission): boolean =>
  submission.is_filtered ||
  isSelected(selection, submission) ||
  selection.request.other_submission_ids.includes(submission.submission_id)

/**
 * Another organisation's submission narrows the selection too: what would be said about it is not said about
 * anybody.
 */
function isNarrowed({ request, peerGroups }: Selection, own: readonly ComparedSubmission[]): boolean {
  const ownIds = new Set(own.map(submission => submission.submission_id))
  return (
    peerGroups.length > 0 ||
    request.filters.some(filter => filter.option_list.length > 0) ||
    request.other_submission_ids.some(id => !ownIds.has(id))
  )
}

/**
 * The size of each set, where it may be disclosed. The excluded ones are counted from everyone, not from
 * those that match.
 */
function countsOf(
  { selection, periods, isNarrowed: narrowed }: RestrictedComparison,
  missing: number
): Omit<Compared['parts'], 'series'> {
  const sets = periods.find(period => period.timePeriodId === selection.request.time_period_id)?.sets ?? []
  const sizeOf = (basis: string, group: number | null = null): number | null =>
    sets.find(set => set.basis === basis && set.peerGroupId === group)?.blocks?.submissions.length ?? null
  const [all, filtered] = [sizeOf('all'), sizeOf('filtered')]
  return {
    peer_groups: selection.peerGroups.map(group => ({
      ...group,
      submission_ids: [],
      member_count: sizeOf('peer_group', group.peer_group_id)
    })),
    excluded_count: all === null || filtered === null ? null : all - filtered,
    missing_count: narrowed || all === null ? null : missing
  }
}
