// One organisation's registration for a project in a period, with what it can copy from the previous period.

import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import type { ProjectPeriod } from '#browser/stores/collection/project-period.ts'
import { $session } from '#browser/stores/session.ts'
import { $timePeriods } from '#browser/stores/time-periods.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { MAX_LIST_ROWS, MAX_SUBMISSIONS } from '#contract/limits.ts'
import { listScopes } from '#contract/project-texts.ts'
import { getProject } from '#contract/projects.ts'
import { listRegistrationContacts, type RegistrationContact } from '#contract/registration-contacts.ts'
import {
  listRegistrationSubmissions,
  type RegistrationSubmission
} from '#contract/registration-submissions.ts'
import { listRegistrations, type Registration } from '#contract/registrations.ts'
import { listSubmissions, type Submission } from '#contract/submissions.ts'
import { getRegistrationTimePeriod, type TimePeriod } from '#contract/time-periods.ts'
import { ok, type Result } from '#lib/result.ts'

export interface RegistrationTarget extends ProjectPeriod {
  organisationId: number
}

/** The organisation's last registration of an earlier period. */
export interface FormerRegistration {
  periodName: string
  scopeIds: number[]
  contacts: RegistrationContact[]
}

export interface RegistrationPage {
  target: RegistrationTarget
  /** The period that can be registered for now, which may differ from the selected one. */
  openPeriod: ReplyOf<typeof getRegistrationTimePeriod>
  visibility: ReplyOf<typeof getProject>['visibility']
  scopes: ReplyOf<typeof listScopes>['scopes']
  registration: Registration | null
  contacts: RegistrationContact[]
  submissions: RegistrationSubmission[]
  former: FormerRegistration | null
  /** The organisation's submissions in the project, of all periods. */
  history: Submission[]
}

export const $registration = loadableStore<RegistrationPage>()

/** The programme's periods, newest first. */
export function listedPeriods(): readonly TimePeriod[] {
  const periods = $timePeriods.get()
  return periods.state === 'ready' ? periods.value : []
}

/** Replies for another registration are ignored; the current one stays until the new one has loaded. */
export const loadRegistration = (target: RegistrationTarget): Promise<void> =>
  $registration.load(registrationKey(target), () => readPage(target))

/** After a change to it. */
export const reloadRegistration = (target: RegistrationTarget): Promise<void> =>
  $registration.reload(registrationKey(target), () => readPage(target))

const registrationKey = (target: RegistrationTarget): string =>
  JSON.stringify([$session.get().user?.sub, target])

async function readPage(target: RegistrationTarget): Promise<Result<RegistrationPage>> {
  const { projectId, timePeriodId, organisationId } = target
  const ofProject = { project_id: projectId, organisation_id: organisationId }
  const [period, project, scopes, registrations, history] = await Promise.all([
    call(getRegistrationTimePeriod, { params: { id: projectId } }),
    call(getProject, { params: { id: projectId }, query: { time_period_id: timePeriodId } }),
    call(listScopes, { query: { project_id: projectId, limit: MAX_LIST_ROWS } }),
    call(listRegistrations, { query: ofProject }),
    call(listSubmissions, { query: { ...ofProject, limit: MAX_SUBMISSIONS } })
  ])
  if (!period.ok) return period
  if (!project.ok) return project
  if (!scopes.ok) return scopes
  if (!registrations.ok) return registrations
  if (!history.ok) return history
  const all = registrations.value.registrations
  const registration = all.find(one => one.time_period_id === timePeriodId) ?? null
  const [contacts, submissions, former] = await Promise.all([
    loadContacts(registration),
    submissionsOf(registration),
    formerOf(all, timePeriodId)
  ])
  if (!contacts.ok) return contacts
  if (!submissions.ok) return submissions
  if (!former.ok) return former
  return ok({
    target,
    openPeriod: period.value,
    visibility: project.value.visibility,
    scopes: scopes.value.scopes,
    registration,
    contacts: contacts.value,
    submissions: submissions.value,
    former: former.value,
    history: history.value.submissions
  })
}

async function loadContacts(registration: Registration | null): Promise<Result<RegistrationContact[]>> {
  if (registration === null) return ok([])
  const { registration_id } = registration
  const answer = await call(listRegistrationContacts, { query: { registration_id, limit: MAX_LIST_ROWS } })
  return answer.ok ? ok(answer.value.registration_contacts) : answer
}

async function submissionsOf(registration: Registration | null): Promise<Result<RegistrationSubmission[]>> {
  if (registration === null) return ok([])
  const { registration_id } = registration
  const answer = await call(listRegistrationSubmissions, { query: { registration_id, limit: MAX_LIST_ROWS } })
  return answer.ok ? ok(answer.value.registration_submissions) : answer
}

/** The newest registration of a period before this one. Periods are listed newest first. */
async function formerOf(
  all: readonly Registration[],
  timePeriodId: number
): Promise<Result<FormerRegistration | null>> {
  const names = listedPeriods()
  const earlier = names.slice(names.findIndex(period => period.time_period_id === timePeriodId) + 1)
  for (const { time_period_id, time_period_name } of earlier) {
    const found = all.find(
      one => one.time_period_id === time_period_id && one.registration_status === 'registered'
    )
    if (!found) continue
    const contacts = await loadContacts(found)
    return contacts.ok
      ? ok({ periodName: time_period_name, scopeIds: found.scope_ids, contacts: contacts.value })
      : contacts
  }
  return ok(null)
}
