// The figures in a reply to a member of a strict project: others' of the published edition, the own ones as they are now.

import type { RestrictedReader } from '#server/auth/reader.ts'
import { divisionsByEdition } from '#server/benchmarks/editions/divisions.ts'
import { ownSource, publishedSource } from '#server/benchmarks/editions/sources.ts'
import type { Database } from '#server/database/schema.ts'
import { cachedFigures } from './figures-cache.ts'
import { figuresOf } from './figures.ts'
import type { ComparisonParts } from './open-comparison.ts'
import { relatedCounts } from './related-counts.ts'
import { earlierDivisions, toldBlocks } from './restricted-blocks.ts'
import { restrictedSeries, type RestrictedComparison, type RestrictedPeriod } from './restricted-series.ts'
import { restrictedSets } from './restricted-sets.ts'
import type { ChartSelection } from './selection.ts'
import type { SeriesPlan } from './series.ts'
import {
  comparedSubmissions,
  isSelectedSubmission,
  submissionNames,
  type ComparedSubmission
} from './submissions.ts'

export async function restrictedComparison(
  database: Database,
  selection: ChartSelection,
  reader: RestrictedReader,
  plans: readonly SeriesPlan[]
): Promise<ComparisonParts> {
  const { programmeId, request, timePeriods } = selection
  const [published, current] = [publishedSource(selection), ownSource(selection, reader.organisationId)]
  // Checked across every series, chosen or not: sets of two series that differ by one submission would reveal it.
  const divisions = await divisionsByEdition(database, programmeId, published.editionIds, selection.series)
  const related = relatedCounts(
    selection.series,
    [...divisions.values()].flatMap(division => division.formulas)
  )
  const [submissions, own, figures, ownFigures] = await Promise.all([
    comparedSubmissions(database, selection, published),
    comparedSubmissions(database, selection, current),
    cachedFigures(database, selection, published, [...selection.series, ...[...related.values()].flat()]),
    figuresOf(database, current, plans)
  ])
  const earlier = await earlierDivisions(database, selection, related)
  const periods = timePeriods.map(({ time_period_id }): RestrictedPeriod => {
    const isHere = (submission: ComparedSubmission): boolean => submission.time_period_id === time_period_id
    const source = selection.sources.find(one => one.timePeriodId === time_period_id)
    const here = submissions.filter(isHere)
    return {
      timePeriodId: time_period_id,
      own: own.filter(submission => isHere(submission) && isListedSubmission(selection, submission)),
      published: here,
      ...restrictedSets(
        selection,
        reader,
        here,
        toldBlocks(
          selection,
          reader,
          related,
          { figures, members: here, blocks: divisions.get(source?.edition?.edition_id ?? 0)?.blocks ?? [] },
          earlier.get(time_period_id) ?? []
        )
      )
    }
  })
  const comparison: RestrictedComparison = {
    selection,
    reader,
    figures,
    ownFigures,
    related,
    periods,
    selected: own.filter(submission => isSelectedSubmission(selection, submission)),
    names: await submissionNames(
      database,
      programmeId,
      own.map(submission => submission.submission_id)
    ),
    isNarrowed: isSelectionNarrowed(selection, own)
  }
  const published_count = submissions.filter(
    submission => submission.time_period_id === request.time_period_id
  ).length
  return {
    listsOthers: false,
    valueCountIn: () => null,
    parts: {
      series: plans.map(plan => restrictedSeries(comparison, plan)),
      ...disclosedCounts(comparison, published_count)
    }
  }
}

const isListedSubmission = (selection: ChartSelection, submission: ComparedSubmission): boolean =>
  submission.is_filtered ||
  isSelectedSubmission(selection, submission) ||
  selection.request.other_submission_ids.includes(submission.submission_id)

/**
 * Selecting another organisation's submission narrows the comparison too, so the reply then contains no runs
 * and no rank.
 */
function isSelectionNarrowed(
  { request, peerGroups }: ChartSelection,
  own: readonly ComparedSubmission[]
): boolean {
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
function disclosedCounts(
  { selection, periods, isNarrowed: narrowed }: RestrictedComparison,
  published: number
): Omit<ComparisonParts['parts'], 'series'> {
  const period = periods.find(one => one.timePeriodId === selection.request.time_period_id)
  const sizeOf = (basis: string, group: number | null = null): number | null =>
    period?.sets.find(set => set.basis === basis && set.peerGroupId === group)?.blocks?.submissions.length ??
    null
  const [all, filtered] = [sizeOf('all'), sizeOf('filtered')]
  return {
    peer_groups: selection.peerGroups.map(group => ({
      ...group,
      submission_ids: [],
      member_count: sizeOf('peer_group', group.peer_group_id)
    })),
    excluded_count: all === null || filtered === null ? null : all - filtered,
    missing_count:
      narrowed || all === null ? null : published - (period?.division?.everyone.length ?? published)
  }
}
