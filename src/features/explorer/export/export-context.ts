// What every exported file says of itself: for whom it was made, and the address that shows the same.
import type { ExportContext } from '#charts/export-file.ts'
import { isAdmin } from '#domain/roles.ts'
import { $selectedSubmissionId } from '#stores/selection.ts'
import { $session } from '#stores/session.ts'
import { $selectedTimePeriod } from '#stores/time-periods.ts'
import { readSelection, writeSelection } from '../selection/explorer-selection.ts'
import type { MetaData } from '#contract/charts.ts'

/** The address with period and submission made explicit, so that it shows everyone the same. */
export function shareableAddress(path = location.pathname): string {
  const selection = readSelection(location.search)
  const submissionId = selection.submissionId ?? ($selectedSubmissionId.get() || null)
  const timePeriodId = selection.timePeriodId ?? $selectedTimePeriod.get()?.id ?? null
  return location.origin + path + writeSelection({ ...selection, submissionId, timePeriodId })
}

/** 'Amara Okafor, Northfield General': the files hold what this person may see, and others perhaps not (product 24). */
export function madeFor(): string {
  const details = $session.get().user?.details
  if (!details) return ''
  const name = `${details.first_name} ${details.last_name}`
  if (isAdmin(details.role_type_id)) return `${name}, ${details.role_type_name}: members may see less`
  return details.organisation_name ? `${name}, ${details.organisation_name}` : name
}

export const exportContext = (metaData: MetaData | null, link = shareableAddress()): ExportContext => ({
  madeFor: madeFor(),
  link,
  metaData
})
