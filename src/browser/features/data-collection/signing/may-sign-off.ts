import { $session } from '#browser/stores/session.ts'
import { isAtLeast, ROLE } from '#domain/people/roles.ts'

/** Leads and those above them sign off and reopen. */
export const maySignOff = (): boolean =>
  isAtLeast($session.get().user?.role_type_id ?? Number.POSITIVE_INFINITY, ROLE.lead)
