// The rules of registration (product 13): what confirmation requires, and primary contacts.

/** The contact roles. A confirmed registration has a primary contact in each required role. */
export const CONTACT_ROLES: readonly { id: number; name: string; isRequired: boolean }[] = [
  { id: 1, name: 'Lead', isRequired: true },
  { id: 2, name: 'Data', isRequired: true },
  { id: 3, name: 'Deputy', isRequired: false },
  { id: 4, name: 'Communications', isRequired: false }
]

const requiredRoles = CONTACT_ROLES.filter(role => role.isRequired).map(role => role.name)

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
