// What every chart of the explorer is requested for: project, period, own submission, peers and filters. The
// address holds the choices; shared stores make them available to the rest of the site.

import { atom, computed, type WritableAtom } from 'nanostores'
import type { Loadable } from '#browser/api/cache/loadable.ts'
import { $activeFilters, $filterOptions, loadFilterOptions } from '#browser/stores/filters.ts'
import { $selectedOrganisationId } from '#browser/stores/organisations.ts'
import { $peerGroupIds } from '#browser/stores/peers.ts'
import { $project } from '#browser/stores/projects.ts'
import { $averages, $otherSubmissionIds, $selectedSubmissionId } from '#browser/stores/selection.ts'
import { $session } from '#browser/stores/session.ts'
import { $selectedTimePeriod, $timePeriods, selectTimePeriod } from '#browser/stores/time-periods.ts'
import type { ActiveFilter } from '#contract/active-filter.ts'
import type { NamedSubmission, OrganisationSubmissions } from '#contract/filters.ts'
import { peerGroupQuery } from '#domain/disclosure/peer-groups.ts'
import { disposeAll } from '#lib/dispose.ts'
import { keepEqual } from '#lib/keep-equal.ts'
import { SECOND_MS } from '#lib/time/clock.ts'
import { activeFilters, type ExplorerSelection } from './explorer-selection.ts'
import { markableSubmissions, sameSubmissions, type MarkableSubmission } from './markable-submissions.ts'
import { reachableEntries, refusedGroups, type RefusedGroup } from './refused-choices.ts'

/** The explorer's scope; nothing can be requested before it is known. */
export interface ExplorerScope {
  projectId: number
  timePeriodId: number
  timePeriodName: string
  organisationId: number
  /** What one reader was shown stays on no screen of the next one in this tab. */
  readerId: string
}

export const $explorerScope = computed(
  [$project, $selectedTimePeriod, $selectedOrganisationId, $session],
  (project, period, organisationId, { user }): ExplorerScope | null =>
    // The own organisation is known once the user's details are.
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

/** Choices in the address that are not available. */
export interface Refused {
  groups: readonly RefusedGroup[]
  submissionId: number | null
  /** How many marked submissions. */
  otherCount: number
}
const NOTHING_REFUSED: Refused = { groups: [], submissionId: null, otherCount: 0 }
export const $refused = atom<Refused>(NOTHING_REFUSED)

/** Submissions that the reader may choose as their own, by organisation. */
export const $reachableEntries = computed([$filterOptions, $session], (options, { user }) =>
  options.state === 'ready' && user
    ? reachableEntries(options.value.organisation_submissions, {
        role_type_id: user.role_type_id,
        organisation_id: user.details?.organisation_id ?? null
      })
    : []
)

/** Applies the address's choices, and again whenever data that they need has loaded. */
export function takeSelection(selection: ExplorerSelection): () => void {
  $selection.set(selection)
  $averages.set(selection.averages)
  const stops = [
    $timePeriods.subscribe(() => {
      if (selection.timePeriodId !== null && selection.timePeriodId !== $selectedTimePeriod.get()?.id)
        selectTimePeriod(selection.timePeriodId)
    }),
    $filterOptions.subscribe(options => {
      if (options.state !== 'ready') return
      takeChoices(selection, options.value)
      if (options.stale !== true) findKeptMarks(options.value)
    })
  ]
  return () => {
    disposeAll(stops)
    $refused.set(NOTHING_REFUSED)
  }
}

type ReadyFilterOptions = Extract<ReturnType<typeof $filterOptions.get>, { state: 'ready' }>['value']

/** Only offered options can be chosen; an old link may name others. What stays as it was is not set again: every screen of figures follows it. */
function takeChoices(selection: ExplorerSelection, options: ReadyFilterOptions): void {
  const { filters, peer_groups } = options
  setIfOther($activeFilters, activeFilters(selection.filters, filters))
  const selectable = new Set(
    peer_groups.filter(group => group.is_selectable).map(group => group.peer_group_id)
  )
  setIfOther(
    $peerGroupIds,
    selection.peerGroupIds.filter(id => selectable.has(id))
  )
  const entries = $reachableEntries.get()
  const wanted =
    selection.submissionId === null
      ? namesakeIn(entries)
      : entries.flatMap(entry => entry.submission_list).find(({ id }) => id === selection.submissionId)
  if (wanted) $selectedSubmissionId.set(wanted.id)
  const markable = new Set(markableSubmissions(options.organisation_submissions).map(({ id }) => id))
  const marked = selection.otherSubmissionIds.filter(id => markable.has(id))
  const markedBefore = [...$otherSubmissionIds.get()]
  if (keepEqual(markedBefore, marked) !== markedBefore) $otherSubmissionIds.set(new Set(marked))
  setIfOther<Refused>($refused, {
    groups: refusedGroups(selection.peerGroupIds, peer_groups),
    submissionId: wanted ? null : selection.submissionId,
    otherCount: selection.otherSubmissionIds.length - marked.length
  })
}

function setIfOther<Value>(store: WritableAtom<Value>, next: Value): void {
  store.set(keepEqual(store.get(), next))
}

let toKeep: { name: string; organisationName: string | null } | undefined

/**
 * Another period has other submissions: the one with the same name in the same organisation is the same ward
 * a year earlier or later.
 */
export function keepSubmissionNamed(name: string | undefined, organisationName: string | null = null): void {
  toKeep = name === undefined ? undefined : { name, organisationName }
}

/** Many wards share a name; in another organisation it is another ward. */
function namesakeIn(entries: readonly OrganisationSubmissions[]): NamedSubmission | undefined {
  const { organisationName } = toKeep ?? {}
  const own = $selectedOrganisationId.get()
  const entry = entries.find(({ id, organisation_name }) =>
    organisationName ? organisation_name === organisationName : id === own
  )
  return entry?.submission_list.find(({ name }) => name === toKeep?.name)
}

let marksToKeep: readonly MarkableSubmission[] = []
/** The marked submissions in a period that was just chosen, for the address; null where none are to be carried over. */
export const $keptMarks = atom<readonly number[] | null>(null)

export function keepMarks(marked: readonly MarkableSubmission[]): void {
  marksToKeep = marked
}

function findKeptMarks({ organisation_submissions }: ReadyFilterOptions): void {
  if (marksToKeep.length === 0) return
  const found = sameSubmissions(marksToKeep, markableSubmissions(organisation_submissions))
  marksToKeep = []
  if (found.length > 0) $keptMarks.set(found)
}

/** From page to page of the explorer the choices stay as they are, for a minute or until something is saved. */
const FRESH_MS = 60 * SECOND_MS

/** Follows the scope and loads its choices. Returns a function that stops it. */
export function loadOptionsOfScope(): () => void {
  return $explorerScope.subscribe(scope => {
    if (scope) void loadFilterOptions(scope, FRESH_MS)
  })
}

export function reloadFilterOptions(): void {
  const scope = $explorerScope.get()
  if (scope) void loadFilterOptions(scope)
}

/** Everything besides the chart that figures depend on. */
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
