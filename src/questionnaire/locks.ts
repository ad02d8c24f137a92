import type { LockReason } from '#contract/questionnaires.ts'
import { formatDay } from '#lib/format.ts'

/** Why nothing can be entered, and when that changes (product 22.10). */
export function lockText(reason: LockReason | null, dates: { opensAt?: string | null; closesAt?: string | null } = {}): string {
  switch (reason) {
    case 'not_open':
      return dates.opensAt ? `Data collection opens on ${formatDay(dates.opensAt)}.` : 'Data collection is not open yet.'
    case 'closed':
      return dates.closesAt ? `Data collection closed on ${formatDay(dates.closesAt)}.` : 'Data collection is closed.'
    case 'signed_off':
      return 'This section is signed off. Only your organisation’s lead can reopen it.'
    case 'locked_by_admin':
      return 'A programme administrator has locked this questionnaire.'
    case 'not_registered':
      return 'Your organisation is not registered for this project.'
    case 'read_only_role':
      return 'Your role can see this section but not change it. Ask your organisation’s lead for the contributor role.'
    case null:
      return 'This section is locked.'
  }
}
