// Explains to readers of strict projects why others' figures are missing.

import type { ChartComparison, ChartView } from '#browser/charts/view/chart-view.ts'
import type { Absence } from '#contract/chart-data.ts'
import type { PeerGroup } from '#contract/filters.ts'
import { countOf } from '#lib/format.ts'

export const showsAveragesOnly = ({ data: { suppression } }: Pick<ChartView, 'data'>): boolean =>
  !suppression.lists_others

/** Why others' figures are not shown individually; null if they are. */
export function averagesOnlyText(chartView: Pick<ChartView, 'data'>): string | null {
  if (!showsAveragesOnly(chartView)) return null
  return 'This project does not show peers’ individual figures.'
}

/** What filters and peer groups cover in a strict project; null if nothing narrows the selection. */
export function wholeBlocksText({ data }: Pick<ChartView, 'data'>): string | null {
  const { suppression, excluded_count, peer_groups, applied_filters } = data
  if (!suppression.is_restricted || (peer_groups.length === 0 && applied_filters.length === 0)) return null
  const left =
    excluded_count === null || peer_groups.length > 0
      ? ''
      : ` (${countOf(excluded_count, 'peer')} ${excluded_count === 1 ? 'is' : 'are'} left out)`
  return `Filters and peer groups include only whole groups of more than ${suppression.minimum_count} organisations${left}, so that no one can be identified.`
}

/** Whether there is neither a single figure nor an average to draw. */
export const hasNothing = ({ entries, heldBack, comparison }: ChartView): boolean =>
  entries.length === 0 && heldBack.length === 0 && (comparison.averages?.Median ?? null) === null

const nextStep = ({ isFiltered }: ChartComparison): string =>
  isFiltered ? 'Choose another period, or clear the filters.' : 'Choose another period.'

/** Why others are not shown, in a sentence; null if they are. */
export function othersAbsenceText({
  comparison: { absence, peerGroupName, isFiltered },
  period: { time_period_name },
  minimumCount
}: Pick<ChartView, 'comparison' | 'period' | 'minimumCount'>): string | null {
  const peers =
    peerGroupName === null ? (isFiltered ? 'peers that match the filters' : 'peers') : peerGroupName
  switch (absence) {
    case null:
      return null
    case 'not_published':
      return `Peers’ figures for ${time_period_name} are not published yet.`
    case 'too_close':
      return `Figures of ${peers} are not shown: they differ from another set by fewer than ${minimumCount} organisations, whose figures the two would reveal.`
    case 'too_few':
      return `${peerGroupName === null ? `Too few ${peers}` : `Too few in ${peers}`} have a value to compare with. At least ${minimumCount} other organisations are required.`
    case 'none':
      return peerGroupName === null ? `No ${peers} have a value.` : `No one in ${peers} has a value.`
    case 'not_shown':
      return `Figures of ${peers} are not shown for this selection.`
  }
}

const absenceWords: Record<Absence, string> = {
  not_published: 'not published yet',
  too_close: 'not shown',
  too_few: 'too few',
  none: 'no values',
  not_shown: 'not shown'
}

/** The same in a cell of a table. */
export const absenceWord = (absence: Absence): string => absenceWords[absence]

const groupAbsences: Record<NonNullable<PeerGroup['unselectable_reason']>, string> = {
  too_close: 'it differs from another group by too few organisations',
  too_few: 'too small this period',
  not_published: 'the results of this period are not published yet',
  not_shown: 'it is not shown in this period'
}

/** Why a peer group cannot be chosen, within a sentence. */
export const groupAbsence = ({ unselectable_reason }: Pick<PeerGroup, 'unselectable_reason'>): string =>
  groupAbsences[unselectable_reason ?? 'not_shown']

/** Replaces the number of others where it is not disclosed. */
const absentPeers: Record<Absence, string> = {
  not_published: 'peers whose figures are not published yet',
  too_close: 'peers whose figures are not shown',
  too_few: 'too few peers',
  none: 'no peers',
  not_shown: 'peers whose figures are not shown'
}

/** '46 peers', '46 peers in Medical wards', '31 peers that match the filters'. */
export function comparedWithText({ n, peerGroupName, isFiltered, absence }: ChartComparison): string {
  const peers = absence === null ? countOf(n, 'peer') : absentPeers[absence]
  if (peerGroupName !== null) return `${peers} in ${peerGroupName}`
  return isFiltered ? `${peers} that match the filters` : peers
}

/** The groups whose members are marked: 'Medical wards', 'one of the 2 chosen groups'; only the first is compared with (decision 0028). Null for none. */
export function markedGroupsText({ data: { peer_groups } }: Pick<ChartView, 'data'>): string | null {
  const [first, second] = peer_groups
  return second === undefined
    ? (first?.peer_group_name ?? null)
    : `one of the ${peer_groups.length} chosen groups`
}

/** Why a chart is empty, and what to do. */
export const emptyChartText = (chartView: ChartView): string =>
  `${othersAbsenceText(chartView) ?? 'No data has been entered for this chart.'} ${nextStep(chartView.comparison)}`
