import { $organisationInView, $viewpoint, organisationName } from '#browser/stores/viewpoint.ts'
import type { LockReason } from '#contract/questionnaires.ts'
import { closingDay, openingDay } from '#domain/projects/window-days.ts'
import { lockReasonText, type LockReader } from '#domain/questionnaires/lock-reason.ts'

/** For the logged-in user. */
export function lockReader(): LockReader {
  const organisation = $organisationInView.get()
  return {
    roleTypeId: $viewpoint.get().roleTypeId,
    organisation: organisation ? organisationName(organisation) : 'The organisation'
  }
}

/** Why nothing can be entered, in the words for whoever is logged in. */
export const lockText = (
  reason: LockReason | null,
  { opensAt = null, closesAt = null }: { opensAt?: string | null; closesAt?: string | null } = {},
  reader: LockReader = lockReader()
): string =>
  reason === null
    ? 'This section is locked.'
    : lockReasonText(
        reason,
        { opensOn: opensAt && openingDay(opensAt), closesOn: closesAt && closingDay(closesAt) },
        reader
      )
