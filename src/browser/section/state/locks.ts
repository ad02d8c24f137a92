import { $organisationInView, $viewpoint, organisationName } from '#browser/stores/viewpoint.ts'
import { closingDay, openingDay } from '#domain/projects/window-days.ts'
import { changeRefusalText, type LockReader } from '#domain/questionnaires/lock-reason.ts'
import type { ChangeRefusal } from '#domain/questionnaires/section-changes.ts'

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
  reason: ChangeRefusal | null,
  { opensAt = null, closesAt = null }: { opensAt?: string | null; closesAt?: string | null } = {},
  reader: LockReader = lockReader()
): string =>
  reason === null
    ? 'This section is locked.'
    : changeRefusalText(
        reason,
        { opensOn: opensAt && openingDay(opensAt), closesOn: closesAt && closingDay(closesAt) },
        reader
      )
