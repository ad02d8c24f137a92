// What every chart of the explorer is requested for: project, period, own submission, peers and filters. The choices are in the address; shared
// stores make them available to the rest of the site.

import { atom, computed, type WritableAtom } from 'nanostores'
import type { Loadable } from '#browser/api/cache/cache.ts'
import type { ProjectPeriod } from '#browser/stores/collection/project-period.ts'
import { $activeFilters, $filterOptions, loadFilterOptions } from '#browser/stores/filters.ts'
import { $selectedOrganisationId } from '#browser/stores/organisations.ts'
import { $peerGroupIds } from '#browser/stores/peers.ts'
import { $project } from '#browser/stores/projects.ts'
import { $averages, $otherSubmissionIds, $selectedSubmissionId } from '#browser/stores/selection.ts'
import { $session } from '#browser/stores/session.ts'
import { $submissionList } from '#browser/stores/submissions.ts'
import { $selectedTimePeriod } from '#browser/stores/time-periods.ts'
import { $organisationInView } from '#browser/stores/viewpoint.ts'
import type { ActiveFilter } from '#contract/active-filter.ts'
import type { NamedSubmission } from '#contract/filters.ts'
import { peerGroupQuery } from '#domain/disclosure/peer-groups.ts'
import { disposeAll } from '#lib/dispose.ts'
import { keepEqual } from '#lib/keep-equal.ts'
import { SECOND_MS } from '#lib/time/clock.ts'
import { activeFilters, type ExplorerSelection } from './explorer-selection.ts'
import { markableSubmissions, sameSubmissions, type MarkableSubmission } from './markable-submissions.ts'
import {
  reachableEntries,
  refusedFilterOptions,
  refusedGroups,
  type RefusedGroup
} from './refused-choices.ts'

/** Nothing can be requested before the scope is known. */
export interface ExplorerScope extends ProjectPeriod {
  timePeriodName: string
  organisationId: number
  /** Stores are cleared when the user in this tab changes. */
  readerId: string
}

export const $explorerScope = computed(
  [$project, $selectedTimePeriod, $selectedOrganisationId, $session],
  (project, period, organisationId, { user }): ExplorerScope | null =>
    // The own organisation is part of the user's details.
    project && period && user?.details
      ? {
          projectId: project.project_id,
          timePeriodId: period.id,
          timePeriodName: period.name,
          organisationId,
          readerId: user.sub
        }
      : null
)

export const $selection = atom<ExplorerSelection | null>(null)

export interface Refused {
  groups: readonly RefusedGroup[]
  submissionId: number | null
  /** How many marked submissions. */
  otherCount: number
  /** Names of the options. */
  filterOptions: readonly string[]
}
const NOTHING_REFUSED: Refused = { groups: [], submissionId: null, otherCount: 0, filterOptions: [] }
export const $refused = atom<Refused>(NOTHING_REFUSED)

/** The submissions that the reader may choose as their own, by organisation. */
export const $reachableEntries = computed([$filterOptions, $session], (options, { user }) =>
  options.state === 'ready' && user
    ? reachableEntries(options.value.organisation_submissions, {
        role_type_id: user.role_type_id,
        organisation_id: user.details?.organisation_id ?? null
      })
    : []
)

/** Applies the choices in the address, again whenever data that they need has loaded. */
export function applySelection(selection: ExplorerSelection): () => void {
  $selection.set(selection)
  $averages.set(selection.averages)
  const stops = [
    $filterOptions.subscribe(options => {
      if (options.state !== 'ready') return
      applyChoices(selection, options.value)
      if (options.stale !== true) findKeptMarks(options.value)
    })
  ]
  return () => {
    disposeAll(stops)
    $refused.set(NOTHING_REFUSED)
  }
}

type ReadyFilterOptions = Extract<ReturnType<typeof $filterOptions.get>, { state: 'ready' }>['value']

/** Applies only choices that are offered, because an old link may have others. Equal values are not set again, because every screen of figures would reload. */
function applyChoices(selection: ExplorerSelection, options: ReadyFilterOptions): void {
  const { filters, peer_groups } = options
  setIfChanged($activeFilters, activeFilters(selection.filters, filters))
  const selectable = new Set(
    peer_groups.filter(group => group.is_selectable).map(group => group.peer_group_id)
  )
  setIfChanged(
    $peerGroupIds,
    selection.peerGroupIds.filter(id => selectable.has(id))
  )
  const reachable = markableSubmissions($reachableEntries.get())
  const wanted =
    selection.submissionId === null
      ? sameSubmissions(ownToKeep, reachable)[0]
      : reachable.find(({ id }) => id === selection.submissionId)?.id
  if (wanted !== undefined) $selectedSubmissionId.set(wanted)
  const markable = new Set(markableSubmissions(options.organisation_submissions).map(({ id }) => id))
  const marked = selection.otherSubmissionIds.filter(id => markable.has(id))
  const markedBefore = [...$otherSubmissionIds.get()]
  if (keepEqual(markedBefore, marked) !== markedBefore) $otherSubmissionIds.set(new Set(marked))
  setIfChanged<Refused>($refused, {
    groups: refusedGroups(selection.peerGroupIds, peer_groups),
    submissionId: wanted === undefined ? selection.submissionId : null,
    otherCount: selection.otherSubmissionIds.length - marked.length,
    filterOptions: refusedFilterOptions(selection.filters, filters)
  })
}

function setIfChanged<Value>(store: WritableAtom<Value>, next: Value): void {
  store.set(keepEqual(store.get(), next))
}

/** Submissions belong to a period. In another one, the submission of the same name and organisation is the same ward. */
let ownToKeep: readonly MarkableSubmission[] = []
let marksToKeep: readonly MarkableSubmission[] = []
/** The marked submissions in a newly chosen period, to be written to the address; null if there are none. */
export const $keptMarks = atom<readonly number[] | null>(null)

/** The part of the selection that differs in another period. What belongs to a period is chosen by name there. */
export const selectionInPeriod = (timePeriodId: number): Partial<ExplorerSelection> => ({
  timePeriodId,
  submissionId: null,
  otherSubmissionIds: []
})

/** Before another period is chosen: keeps the own submission and the marked ones. */
export function keepForPeriod(): void {
  const marked = $otherSubmissionIds.get()
  marksToKeep = markableSubmissions($submissionList.get()).filter(({ id }) => marked.has(id))
  const own = $selectedSubmissionId.get()
  ownToKeep = markableSubmissions($reachableEntries.get()).filter(({ id }) => id === own)
}

function findKeptMarks({ organisation_submissions }: ReadyFilterOptions): void {
  if (marksToKeep.length === 0) return
  const found = sameSubmissions(marksToKeep, markableSubmissions(organisation_submissions))
  marksToKeep = []
  if (found.length > 0) $keptMarks.set(found)
}

/** Within the explorer, filter options and groups are not reloaded for a minute, unless something is saved. */
export const FRESH_MS = 60 * SECOND_MS

/** Loads the options of the scope whenever it changes. Returns a function that stops it. */
export function loadOptionsOfScope(): () => void {
  let loaded: ExplorerScope | null = null
  return $explorerScope.subscribe(scope => {
    // A project that has loaded again has the same options. Asking for them once more would choose the first own submission.
    if (scope && keepEqual(loaded, scope) !== loaded) void loadFilterOptions((loaded = scope), FRESH_MS)
  })
}

export function reloadFilterOptions(): void {
  const scope = $explorerScope.get()
  if (scope) void loadFilterOptions(scope)
}

/** All that figures depend on, besides the chart. */
export interface ComparisonRequest extends ExplorerScope {
  submission: NamedSubmission | null
  otherSubmissionIds: readonly number[]
  filters: readonly ActiveFilter[]
  peerGroupIds: readonly number[]
}

const $offeredSubmissions = computed($reachableEntries, entries =>
  entries.flatMap(entry => entry.submission_list)
)

export const $comparisonRequest = computed(
  [
    $explorerScope,
    $filterOptions,
    $offeredSubmissions,
    $selectedSubmissionId,
    $otherSubmissionIds,
    $activeFilters,
    $peerGroupIds
  ],
  (scope, options, offered, submissionId, others, filters, peerGroupIds): Loadable<ComparisonRequest> => {
    if (options.state === 'failed') return options
    if (!scope || options.state === 'loading') return { state: 'loading' }
    const submission = offered.find(candidate => candidate.id === submissionId) ?? null
    const otherSubmissionIds = [...others].filter(id => id !== submission?.id)
    return { state: 'ready', value: { ...scope, submission, otherSubmissionIds, filters, peerGroupIds } }
  }
)

/** Equal keys request the same figures; a reply for another key is outdated. */
export const requestKey = (comparing: ComparisonRequest): string => JSON.stringify(comparing)

/** The body and query of getChartData, except what belongs to one chart. */
export const requestFor = (comparing: ComparisonRequest) => ({
  query: peerGroupQuery(comparing.peerGroupIds),
  body: {
    project_id: comparing.projectId,
    organisation_id: comparing.organisationId,
    time_period_id: comparing.timePeriodId,
    filters: [...comparing.filters],
    other_submission_ids: [...comparing.otherSubmissionIds]
  }
})

/** Whether the explorer speaks of an own value. It does not for an admin who has chosen neither a submission nor an organisation. */
export const $showsOwnValues = computed(
  [$comparisonRequest, $organisationInView],
  (comparing, organisation): boolean =>
    organisation !== null || (comparing.state === 'ready' && comparing.value.submission !== null)
)
