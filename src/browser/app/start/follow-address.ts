// Keeps the address and the selection in sync, so that a copied link or a reload shows the same (product 18).

import { computed } from 'nanostores'
import { currentEntry } from '#browser/app/history.ts'
import { $linkTarget } from '#browser/app/view.ts'
import {
  addChoices,
  choicesOf,
  isUnreadableChoice,
  namesChoice,
  projectCodeIn,
  readChoices,
  refuseChoice,
  resetRefusedChoices,
  takesOwnSubmissions,
  writeChoices,
  type AddressChoices,
  type ChoiceName
} from '#browser/navigation/address-choices.ts'
import { $filterOptions, $filterScope } from '#browser/stores/filters.ts'
import { $organisations, $selectedOrganisationId, preferOrganisation } from '#browser/stores/organisations.ts'
import { $projectCode, $selectedSubmissionId, preferSubmission } from '#browser/stores/selection.ts'
import { $session } from '#browser/stores/session.ts'
import { $ownSubmissions } from '#browser/stores/submissions.ts'
import {
  $selectedTimePeriod,
  $timePeriods,
  preferTimePeriod,
  selectTimePeriod
} from '#browser/stores/time-periods.ts'

const $chosenPeriodId = computed([$timePeriods, $selectedTimePeriod], (periods, period) => {
  if (periods.state !== 'ready' || period === null) return null
  return period.id === periods.value[0]?.time_period_id ? null : period.id
})

const $chosenOrganisationId = computed([$session, $selectedOrganisationId], ({ user }, id) => {
  const own = user?.details?.organisation_id ?? 0
  return user?.isAdmin && id !== own ? id : null
})

/** Submissions are loaded for the selected period and organisation. */
const $areSubmissionsCurrent = computed(
  [$filterScope, $selectedTimePeriod, $selectedOrganisationId],
  (scope, period, organisationId) =>
    scope !== null && scope.timePeriodId === period?.id && scope.organisationId === organisationId
)

const $chosenSubmissionId = computed(
  [$areSubmissionsCurrent, $ownSubmissions, $selectedSubmissionId],
  (areCurrent, submissions, id) => {
    const isOffered = areCurrent && submissions.some(submission => submission.id === id)
    return isOffered && submissions[0]?.id !== id ? id : null
  }
)

/** Choices that differ from a page's defaults, so that an address without any means the current period, today and next year. */
const $choices = computed(
  [$chosenPeriodId, $chosenSubmissionId, $chosenOrganisationId],
  (timePeriodId, submissionId, organisationId): AddressChoices => ({
    timePeriodId,
    submissionId,
    organisationId
  })
)

/** The target of a link, with this page's choices. A submission belongs to its project. */
const $targetWithChoices = computed([$choices, $projectCode], (choices, projectCode) => (href: string) => {
  const isSameProject = projectCode !== null && projectCodeIn(href.split('?')[0] ?? '') === projectCode
  return addChoices(href, isSameProject ? choices : { ...choices, submissionId: null })
})

let appliedPath = ''
let isApplying = false

/** Applies the choices in the address. On the way back, an address without any restores the defaults. */
export function applyAddress(): void {
  const { pathname } = location
  if (pathname !== appliedPath) resetRefusedChoices()
  appliedPath = pathname
  const names = choicesOf(pathname)
  if (names.length === 0) return preferOrganisation(null)
  const wanted = readChoices(new URLSearchParams(location.search))
  const { isTraversal } = currentEntry()
  isApplying = true
  applyPeriod(wanted, isTraversal)
  applyOrganisation(wanted, isTraversal)
  if (names.includes('submissionId')) applySubmission(wanted, isTraversal)
  isApplying = false
  refuseUnoffered()
}

function applyPeriod({ timePeriodId }: AddressChoices, isTraversal: boolean): void {
  const periods = $timePeriods.get()
  if (periods.state === 'ready') {
    if (timePeriodId !== null) selectTimePeriod(timePeriodId)
    else if (isTraversal) selectTimePeriod(periods.value[0]?.time_period_id)
  }
  preferTimePeriod(timePeriodId)
}

function applyOrganisation({ organisationId }: AddressChoices, isTraversal: boolean): void {
  const { user } = $session.get()
  preferOrganisation(organisationId)
  if (!user?.isAdmin || (organisationId === null && !isTraversal)) return
  $selectedOrganisationId.set(organisationId ?? user.details?.organisation_id ?? 0)
}

function applySubmission({ submissionId }: AddressChoices, isTraversal: boolean): void {
  preferSubmission(submissionId)
  const own = $ownSubmissions.get()
  const wanted = submissionId ?? (isTraversal ? own[0]?.id : undefined)
  if (own.some(({ id }) => id === wanted)) $selectedSubmissionId.set(wanted ?? 0)
}

/** Reports choices that are not offered, and removes them from the address. */
function refuseUnoffered(): void {
  if (location.pathname !== appliedPath) return
  const names = choicesOf(appliedPath)
  const query = new URLSearchParams(location.search)
  for (const name of names.filter(one => isUnreadableChoice(query, one))) {
    refuseChoice(name)
    dropChoice(name)
  }
  const { timePeriodId, submissionId, organisationId } = readChoices(query)
  if (names.includes('timePeriodId') && timePeriodId !== null) refusePeriod(timePeriodId)
  if (names.includes('organisationId') && organisationId !== null) refuseOrganisation(organisationId)
  if (takesOwnSubmissions(appliedPath) && submissionId !== null) refuseSubmission(submissionId)
  writeAddress()
}

/** A link may be for a submission of another organisation, project or period. */
function refuseSubmission(id: number): void {
  if (!$areSubmissionsCurrent.get() || !isCurrent($filterOptions.get())) return
  if ($ownSubmissions.get().some(submission => submission.id === id)) return
  refuseChoice('submissionId')
  dropChoice('submissionId')
}

function dropChoice(name: ChoiceName): void {
  const query = new URLSearchParams(location.search)
  writeChoices(query, { [name]: null })
  replaceQuery(query)
}

function refusePeriod(id: number): void {
  const periods = $timePeriods.get()
  if (isCurrent(periods) && !periods.value.some(({ time_period_id }) => time_period_id === id))
    refuseChoice('timePeriodId')
}

function refuseOrganisation(id: number): void {
  const { user } = $session.get()
  if (!user?.details || user.details.organisation_id === id) return
  const organisations = $organisations.get()
  const isUnknown = isCurrent(organisations) && !organisations.value.some(one => one.id === id)
  if (user.isAdmin && !isUnknown) return
  refuseChoice('organisationId')
  $selectedOrganisationId.set(user.details.organisation_id ?? 0)
}

const isCurrent = <Store extends { state: string; stale?: boolean }>(
  store: Store
): store is Extract<Store, { state: 'ready' }> => store.state === 'ready' && store.stale !== true

/** Writes the selection to the address of the shown page. Another period or organisation has another submission. */
export function writeAddress(isOtherScope = false): void {
  const { pathname, search } = location
  if (pathname !== appliedPath || isApplying) return
  const query = new URLSearchParams(search)
  const named = readChoices(query)
  const choices = $choices.get()
  for (const name of choicesOf(pathname)) {
    const isSubmission = name === 'submissionId'
    if (isSubmission && isOtherScope) writeChoices(query, { submissionId: null })
    else if (isSubmission ? !namesChoice(query, name) : isToBeWritten(name, named[name], query))
      writeChoices(query, { [name]: choices[name] })
  }
  if (query.toString() !== new URLSearchParams(search).toString()) replaceQuery(query)
}

function replaceQuery(query: URLSearchParams): void {
  const { pathname, hash } = location
  history.replaceState(history.state, '', pathname + (query.size === 0 ? '' : `?${query}`) + hash)
}

function isToBeWritten(
  name: 'timePeriodId' | 'organisationId',
  named: number | null,
  query: URLSearchParams
): boolean {
  // Documents of all periods.
  if (named === null && namesChoice(query, name)) return false
  if (name === 'timePeriodId') {
    const selected = $selectedTimePeriod.get()
    return selected !== null && named !== selected.id && (named === null || isCurrent($timePeriods.get()))
  }
  const { user } = $session.get()
  return Boolean(user?.details) && named !== $selectedOrganisationId.get()
}

/** Writes each choice to the address. Returns the functions that stop it. */
export function followChoices(): (() => void)[] {
  return [
    $targetWithChoices.subscribe(target => $linkTarget.set(target)),
    $selectedTimePeriod.listen((_, former) => writeAddress(former !== null)),
    $selectedOrganisationId.listen(() =>
      writeAddress($session.get().user?.details?.organisation_id === null)
    ),
    $selectedSubmissionId.listen(() => writeAddress()),
    $filterOptions.listen(refuseUnoffered),
    $timePeriods.listen(refuseUnoffered),
    $organisations.listen(refuseUnoffered),
    $session.listen(refuseUnoffered)
  ]
}
