// Why nothing can be entered in a questionnaire now, as a reason and as text (product 22.10).
import type { LockReason } from '#contract/questionnaires.ts'
import { formatDay } from '#lib/format.ts'
import { isAtLeast, ROLE } from './roles.ts'

interface Window {
  is_locked: boolean
  opens_at: Date | null
  closes_at: Date | null
}

interface Person {
  /** Null for a respondent, who has no role. */
  roleTypeId: number | null
  /** Whether the organisation takes part in the project and period. */
  isRegistered: boolean
}

/** The first reason that applies. */
export function lockReason(window: Window, person: Person, now: Date): LockReason | null {
  if (window.is_locked) return 'locked_by_admin'
  if (window.opens_at === null || now < window.opens_at) return 'not_open'
  if (window.closes_at !== null && now >= window.closes_at) return 'closed'
  if (!person.isRegistered) return 'not_registered'
  const isReader = person.roleTypeId !== null && !isAtLeast(person.roleTypeId, ROLE.contributor)
  return isReader ? 'read_only_role' : null
}

export interface LockDates {
  opensAt?: string | null
  closesAt?: string | null
}

/** The reader: what one role can change, another can only ask for. */
export interface LockReader {
  roleTypeId: number
  /** 'Your organisation', or the name of the one that an admin has chosen. */
  organisation: string
}

const texts: Record<LockReason, (dates: LockDates, reader: LockReader, now: Date) => string> = {
  not_open: ({ opensAt }, _, now) =>
    opensAt ? `Data collection opens on ${formatDay(opensAt, now)}.` : 'Data collection is not open yet.',
  closed: ({ closesAt }, _, now) =>
    closesAt ? `Data collection closed on ${formatDay(closesAt, now)}.` : 'Data collection is closed.',
  signed_off: (_, { roleTypeId }) =>
    isAtLeast(roleTypeId, ROLE.lead)
      ? 'This section is signed off. You can reopen it on the data collection page.'
      : 'This section is signed off. Your organisation’s lead can reopen it.',
  locked_by_admin: () => 'A programme admin has locked this questionnaire.',
  not_registered: (_, { organisation }) =>
    `${organisation} is not registered for this project in this period.`,
  read_only_role: () =>
    'Your role can read what is entered here but not change it. A programme admin can give you the contributor role.'
}

/** Why nothing can be entered, and when or by whom that changes. */
export const lockReasonText = (
  reason: LockReason,
  dates: LockDates,
  reader: LockReader,
  now: Date = new Date()
): string => texts[reason](dates, reader, now)
