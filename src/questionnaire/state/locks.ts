import type { LockReason } from '#contract/questionnaires.ts'
import { isAtLeast, ROLE } from '#domain/roles.ts'
import { formatDay } from '#lib/format.ts'
import { $organisationInView, $viewpoint, organisationName } from '#stores/viewpoint.ts'

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
  return {
    roleTypeId: $viewpoint.get().roleTypeId,
    organisation: organisation ? organisationName(organisation) : 'The organisation'
  }
}

const texts: Record<LockReason, (dates: LockDates, reader: LockReader) => string> = {
  not_open: ({ opensAt }) =>
    opensAt ? `Data collection opens on ${formatDay(opensAt)}.` : 'Data collection is not open yet.',
  closed: ({ closesAt }) =>
    closesAt ? `Data collection closed on ${formatDay(closesAt)}.` : 'Data collection is closed.',
  signed_off: (_, { roleTypeId }) =>
    isAtLeast(roleTypeId, ROLE.lead)
      ? 'This section is signed off. You can reopen it on the data collection page.'
      : 'This section is signed off. Your organisation’s lead can reopen it.',
  locked_by_admin: () => 'A programme administrator has locked this questionnaire.',
  not_registered: (_, { organisation }) =>
    `${organisation} is not registered for this project in this period.`,
  read_only_role: () =>
    'Your role can read what is entered here but not change it. A programme admin can give you the contributor role.'
}

/** Why nothing can be entered, and when or by whom that changes (product 22.10). */
export const lockText = (
  reason: LockReason | null,
  dates: LockDates = {},
  reader: LockReader = lockReader()
): string => (reason === null ? 'This section is locked.' : texts[reason](dates, reader))
