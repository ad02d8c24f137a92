// A registration's progress: what is missing in each step, who may change it, and why not.

import type { ProjectSummary } from '#contract/projects.ts'
import type { RegistrationContact } from '#contract/registration-contacts.ts'
import { isAdminRole, isAtLeast, ROLE } from '#domain/people/roles.ts'
import type { Viewpoint } from '#domain/projects/project-action.ts'
import { registrationClosedReason } from '#domain/projects/registration-window.ts'
import { missingForConfirmation, rolesWithoutPrimary } from '#domain/projects/registration.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { closingDay } from '#domain/projects/window-days.ts'
import { formatDay } from '#lib/format.ts'
import { countOf } from '#lib/format.ts'
import { presentTime } from '#lib/time/server-clock.ts'
import { timeZone } from '#lib/time/time-zone.ts'
import type { RegistrationPage } from './registration.ts'

export type StepName = 'terms' | 'scopes' | 'contacts' | 'submissions' | 'confirm'

const fieldSteps: Record<string, StepName> = {
  terms_accepted: 'terms',
  scope_ids: 'scopes',
  registration_contacts: 'contacts',
  registration_submissions: 'submissions'
}

export interface RegistrationProgress {
  /** The number of missing items per step. */
  missing: Record<Exclude<StepName, 'confirm'>, number>
  /** The step with the page's main action; null if there is nothing to do. */
  next: StepName | null
}

const emptyRegistration = { terms_accepted_at: null, scope_ids: [] }

export function registrationStepProgress({
  registration,
  contacts,
  submissions
}: RegistrationPage): RegistrationProgress {
  const fields = missingForConfirmation({
    ...(registration ?? emptyRegistration),
    contacts,
    submission_count: submissions.length
  }).map(({ field }) => fieldSteps[field])
  const count = (step: StepName): number => fields.filter(field => field === step).length
  const missing = {
    terms: count('terms'),
    scopes: count('scopes'),
    contacts: count('contacts'),
    submissions: count('submissions')
  }
  const isConfirmed = registration?.registration_status === 'registered'
  return { missing, next: fields[0] ?? (isConfirmed ? null : 'confirm') }
}

/** 'accept the terms, name 1 contact, then confirm': what is missing for a confirmed registration. */
export function missingText({ missing, next }: RegistrationProgress): string {
  if (next === null) return 'nothing is missing'
  const parts = [
    missing.terms > 0 && 'accept the terms',
    missing.scopes > 0 && 'choose a scope',
    missing.contacts > 0 && `name ${countOf(missing.contacts, 'contact')}`,
    missing.submissions > 0 && withTerms('add {a submission}')
  ].filter(Boolean)
  return parts.length === 0 ? 'only the confirmation is missing' : `${parts.join(', ')}, then confirm`
}

/** The condition after 'as soon as' in the last step. */
export function conditionText(
  { missing }: RegistrationProgress,
  contacts: readonly RegistrationContact[]
): string {
  const roles = rolesWithoutPrimary(contacts).map(role => role.toLowerCase())
  const parts = [
    missing.terms > 0 && 'the terms are accepted',
    missing.scopes > 0 && 'a scope is chosen',
    missing.contacts > 0 && `there is a primary ${roles.join(' and a primary ')} contact`,
    missing.submissions > 0 && withTerms('there is {a submission}')
  ].filter((part): part is string => part !== false)
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

export interface RegistrationAccess {
  mayEdit: boolean
  /** Why it is read-only, or a note for admins; null if there is nothing to say. */
  note: string | null
}

/** Product 13: closed is read-only with the reason and when that changes; admins may act at any time. */
export function accessTo(
  page: RegistrationPage,
  project: ProjectSummary,
  view: Viewpoint
): RegistrationAccess {
  const now = presentTime()
  const closed = registrationClosedReason(project, now, timeZone())
  const isLead = isAtLeast(view.roleTypeId, ROLE.lead)
  const isWithdrawn = page.registration?.registration_status === 'withdrawn'
  if (closed !== null && !isAdminRole(view.roleTypeId))
    return { mayEdit: false, note: `${closed} ${whenItChanges(project, now)}`.trim() }
  if (!isLead) return { mayEdit: false, note: 'Only your organisation’s lead can change this.' }
  const note = closed === null ? null : `${closed} As a programme admin you can still change it.`
  return { mayEdit: !isWithdrawn, note }
}

function whenItChanges(
  { registration_opens_at: opensAt, registration_closes_at }: ProjectSummary,
  now: Date
): string {
  if (opensAt === null) return 'You can fill it in once a programme admin has set a date.'
  if (new Date(opensAt) > now) {
    return registration_closes_at === null
      ? 'You can fill it in from then.'
      : `You can fill it in from then until ${formatDay(closingDay(registration_closes_at), now)}.`
  }
  return 'To change it, contact a programme admin.'
}
