import type { LockReason } from '#contract/questionnaires.ts'
import { isAtLeast, ROLE } from '#domain/roles.ts'
import { formatDay } from '#lib/format.ts'
import { $organisationInView, $viewpoint, organisationWords } from '#stores/viewpoint.ts'

interface LockDates {
  opensAt?: string | null
  closesAt?: string | null
}

/** Who reads it: what one role can change another can only ask for. */
export interface LockReader {
  roleTypeId: number
  /** 'Your organisation', or the name of the one that an admin looks at. */
  organisation: string
}

/** Whoever is signed in. */
export function lockReader(): LockReader {
  const organisation = $organisationInView.get()
  return { roleTypeId: $viewpoint.get().roleTypeId, organisation: organisation ? organisationWords(organisation) : 'The organisation' }
}

/** Why nothing can be entered, and when or by whom that changes (product 22.10). */
export function lockText(reason: LockReason | null, dates: LockDates = {}, reader: LockReader = lockReader()): string {
  switch (reason) {
    case 'not_open':
      return dates.opensAt ? `Data collection opens on ${formatDay(dates.opensAt)}.` : 'Data collection is not open yet.'
    case 'closed':
      return dates.closesAt ? `Data collection closed on ${formatDay(dates.closesAt)}.` : 'Data collection is closed.'
    case 'signed_off':
      return isAtLeast(reader.roleTypeId, ROLE.lead)
        ? 'This section is signed off. You can reopen it on the data collection page.'
        : 'This section is signed off. Your organisation’s lead can reopen it.'
    case 'locked_by_admin':
      return 'A programme administrator has locked this questionnaire.'
    case 'not_registered':
      return `${reader.organisation} is not registered for this project in this period.`
    case 'read_only_role':
      return 'Your role can read what is entered here but not change it. A programme admin can give you the contributor role.'
    case null:
      return 'This section is locked.'
  }
}
