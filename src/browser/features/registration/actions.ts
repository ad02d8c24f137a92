// Actions on a registration. Each step is saved at once, and the page is reloaded.

import { call } from '#browser/api/call.ts'
import { retryProjects } from '#browser/stores/projects.ts'
import { createRegistrationContact, deleteRegistrationContact } from '#contract/registration-contacts.ts'
import type { RegistrationContact } from '#contract/registration-contacts.ts'
import {
  createRegistrationSubmission,
  deleteRegistrationSubmission
} from '#contract/registration-submissions.ts'
import { createRegistration, updateRegistration } from '#contract/registrations.ts'
import type { Submission } from '#contract/submissions.ts'
import { countOfSubmissions } from '#domain/projects/submission-count.ts'
import { countOf } from '#lib/format.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { $registration, reloadRegistration, type RegistrationPage } from './registration.ts'

type ActionOutcomeResult = Result<unknown>

const REGISTRATION_NOT_LOADED = err('The registration is not loaded. Reload the page and try again.')

export async function withPage(
  action: (page: RegistrationPage) => Promise<ActionOutcomeResult>
): Promise<ActionOutcomeResult> {
  const page = $registration.get()
  return page.state === 'ready' ? action(page.value) : REGISTRATION_NOT_LOADED
}

/** Reloads the page and the project's state whatever the result: part of it may have been saved. */
async function rereadPage(page: RegistrationPage): Promise<void> {
  await Promise.all([reloadRegistration(page.target), retryProjects()])
}

export async function rereadAfter(
  page: RegistrationPage,
  outcome: ActionOutcomeResult
): Promise<ActionOutcomeResult> {
  if (outcome.ok) await rereadPage(page)
  return outcome
}

type RegistrationChange = NonNullable<Parameters<typeof sendRegistrationChange>[1]>

const sendRegistrationChange = (
  id: number,
  body: {
    scope_ids?: number[]
    terms_accepted?: boolean
    registration_status?: 'draft' | 'registered' | 'withdrawn'
    reason?: string
  }
) => call(updateRegistration, { params: { id }, body })

const changeRegistration = (body: RegistrationChange): Promise<ActionOutcomeResult> =>
  withPage(async page =>
    page.registration === null
      ? REGISTRATION_NOT_LOADED
      : rereadAfter(page, await sendRegistrationChange(page.registration.registration_id, body))
  )

/** Accepting the terms starts the registration. */
export const acceptTerms = (): Promise<ActionOutcomeResult> =>
  withPage(async page => {
    const { projectId, timePeriodId, organisationId } = page.target
    return page.registration === null
      ? rereadAfter(
          page,
          await call(createRegistration, {
            body: {
              project_id: projectId,
              time_period_id: timePeriodId,
              organisation_id: organisationId,
              terms_accepted: true
            }
          })
        )
      : rereadAfter(
          page,
          await sendRegistrationChange(page.registration.registration_id, { terms_accepted: true })
        )
  })

export const saveScopes = (scope_ids: number[]): Promise<ActionOutcomeResult> =>
  changeRegistration({ scope_ids })
export const confirmParticipation = (): Promise<ActionOutcomeResult> =>
  changeRegistration({ registration_status: 'registered' })
export const withdraw = (reason: string): Promise<ActionOutcomeResult> =>
  changeRegistration({ registration_status: 'withdrawn', reason })
export const rejoin = (): Promise<ActionOutcomeResult> => changeRegistration({ registration_status: 'draft' })

export const removeContact = (registration_contact_id: number): Promise<ActionOutcomeResult> =>
  withPage(async page =>
    rereadAfter(page, await call(deleteRegistrationContact, { body: { registration_contact_id } }))
  )

export const removeSubmission = (registration_submission_id: number): Promise<ActionOutcomeResult> =>
  withPage(async page =>
    rereadAfter(page, await call(deleteRegistrationSubmission, { body: { registration_submission_id } }))
  )

/** Last period's contacts who still have an account and are not contacts yet. */
export const contactsToCopy = ({ former, contacts }: RegistrationPage): RegistrationContact[] =>
  (former?.contacts ?? []).filter(
    one =>
      !one.is_account_closed &&
      !contacts.some(
        here => here.contact_role === one.contact_role && here.email_address === one.email_address
      )
  )

export const copyContacts = (): Promise<ActionOutcomeResult> =>
  withPage(page =>
    oneByOne(
      page,
      contactsToCopy(page),
      count => countOf(count, 'contact'),
      (contact, registration_id) =>
        call(createRegistrationContact, {
          body: {
            registration_id,
            user_id: contact.user_id,
            contact_name: contact.contact_name,
            email_address: contact.email_address,
            telephone: contact.telephone,
            contact_role: contact.contact_role,
            is_primary: contact.is_primary
          }
        })
    )
  )

/** The scope for continuing an earlier submission: its own if chosen, otherwise the only one. */
export const scopeFor = (submission: Submission, scopeIds: readonly number[]): number | null =>
  submission.scope_id !== null && scopeIds.includes(submission.scope_id)
    ? submission.scope_id
    : scopeIds.length === 1
      ? (scopeIds[0] ?? null)
      : null

export const continueSubmissions = (earlier: readonly Submission[]): Promise<ActionOutcomeResult> =>
  withPage(page => {
    const scopeIds = page.registration?.scope_ids ?? []
    return oneByOne(page, earlier, countOfSubmissions, (submission, registration_id) =>
      call(createRegistrationSubmission, {
        body: { registration_id, scope_id: scopeFor(submission, scopeIds) ?? 0, submission_id: submission.id }
      })
    )
  })

/** Saves several items in order until one is refused; those already saved stay and are shown. */
async function oneByOne<T>(
  page: RegistrationPage,
  list: readonly T[],
  counted: (count: number) => string,
  send: (one: T, registrationId: number) => Promise<ActionOutcomeResult>
): Promise<ActionOutcomeResult> {
  if (page.registration === null) return REGISTRATION_NOT_LOADED
  for (const [index, one] of list.entries()) {
    const outcome = await send(one, page.registration.registration_id)
    if (outcome.ok) continue
    if (index > 0) await rereadPage(page)
    return index === 0
      ? outcome
      : err(`${index} of ${counted(list.length)} saved. ${outcome.error}`, outcome.status)
  }
  return rereadAfter(page, ok(null))
}
