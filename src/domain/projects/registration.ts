// The rules of registration (product 13): when it is open, what confirmation requires, and primary contacts.

import { formatDay } from '#lib/format.ts'
import { presentTime } from '#lib/time/server-clock.ts'
import { closingDay, openingDay } from './window-days.ts'

interface RegistrationWindow {
  registration_opens_at: string | null
  registration_closes_at: string | null
}

/** The contact roles. A confirmed registration has a primary contact in each required role. */
export const CONTACT_ROLES: readonly { id: number; name: string; isRequired: boolean }[] = [
  { id: 1, name: 'Lead', isRequired: true },
  { id: 2, name: 'Data', isRequired: true },
  { id: 3, name: 'Deputy', isRequired: false },
  { id: 4, name: 'Communications', isRequired: false }
]

const requiredRoles = CONTACT_ROLES.filter(role => role.isRequired).map(role => role.name)

/** Whether an organisation can register now. */
export function isRegistrationOpen(
  { registration_opens_at: opensAt, registration_closes_at: closesAt }: RegistrationWindow,
  now: Date = presentTime()
): boolean {
  return opensAt !== null && new Date(opensAt) <= now && (closesAt === null || now < new Date(closesAt))
}

/** Why nobody can register now, or null while registration is open. The days are those of the programme's time zone. */
export function registrationClosedReason(window: RegistrationWindow, now: Date, zone: string): string | null {
  const { registration_opens_at: opensAt, registration_closes_at: closesAt } = window
  if (opensAt === null) return 'Registration has not been announced yet.'
  if (isRegistrationOpen(window, now)) return null
  return closesAt === null || now < new Date(opensAt)
    ? `Registration opens on ${formatDay(openingDay(opensAt, zone), now)}.`
    : `Registration closed on ${formatDay(closingDay(closesAt, zone), now)}.`
}

/**
 * The period that can be registered for: the open one, otherwise the next to open, otherwise the last.
 * `periods` are newest first.
 */
export function registrationPeriod<P extends RegistrationWindow>(
  periods: readonly P[],
  now: Date
): P | undefined {
  const isUpcoming = ({ registration_opens_at }: P): boolean =>
    registration_opens_at !== null && new Date(registration_opens_at) > now
  return periods.find(period => isRegistrationOpen(period, now)) ?? periods.findLast(isUpcoming) ?? periods[0]
}

/** What prevents confirmation, with its field. */
export interface Obstacle {
  field: string
  message: string
}

interface RegisteredContact {
  contact_role: string
  is_primary: boolean
  is_account_closed: boolean
}

interface RegistrationContents {
  terms_accepted_at: string | Date | null
  scope_ids: readonly number[]
  contacts: readonly RegisteredContact[]
  submission_count: number
}

/** The required roles without a primary contact that can be reached. */
export const rolesWithoutPrimary = (contacts: readonly RegisteredContact[]): string[] =>
  requiredRoles.filter(
    role =>
      !contacts.some(
        contact => contact.contact_role === role && contact.is_primary && !contact.is_account_closed
      )
  )

/** What is missing for confirmation, in the order of the steps. */
export function missingForConfirmation(registration: RegistrationContents): Obstacle[] {
  const lacking = rolesWithoutPrimary(registration.contacts)
  return [
    ...(registration.terms_accepted_at === null
      ? [{ field: 'terms_accepted', message: 'the terms must be accepted first' }]
      : []),
    ...(registration.scope_ids.length === 0
      ? [{ field: 'scope_ids', message: 'at least one scope is required' }]
      : []),
    ...lacking.map(role => ({
      field: 'registration_contacts',
      message: `a primary contact is required for the role ${role}`
    })),
    ...(registration.submission_count === 0
      ? [{ field: 'registration_submissions', message: 'at least one submission is required' }]
      : [])
  ]
}

type RegistrationState = 'draft' | 'registered' | 'withdrawn'

/**
 * Why a registration cannot change from one status to another; null if it can. Whether it is complete is a
 * separate check.
 */
export function transitionObstacle(
  from: RegistrationState,
  to: RegistrationState,
  reason: string | null | undefined
): Obstacle | null {
  if (from === to) return null
  if (to === 'withdrawn' && (reason ?? '').trim() === '')
    return { field: 'reason', message: 'is required to withdraw' }
  if (from === 'registered' && to === 'draft') {
    return {
      field: 'registration_status',
      message: 'a confirmed registration can be withdrawn but not changed back to a draft'
    }
  }
  return null
}

/**
 * Why a contact cannot be removed from a registration; null if it can. `sameRole` are all contacts of its
 * role, including itself.
 */
export function contactRemovalObstacle(
  status: RegistrationState,
  role: string,
  sameRole: number
): string | null {
  if (status !== 'registered' || sameRole > 1 || !requiredRoles.includes(role)) return null
  return `A confirmed registration needs a contact for the role ${role}. Add another one first.`
}
