// What every exported file says of itself: for whom it was made, and the address that shows the same.

import type { ExportContext } from '#browser/charts/export/export-file.ts'
import { readSelection, writeSelection } from '#browser/features/explorer/selection/explorer-selection.ts'
import { madeFor } from '#browser/stores/made-for.ts'
import { $selectedSubmissionId } from '#browser/stores/selection.ts'
import { $selectedTimePeriod } from '#browser/stores/time-periods.ts'
import type { MetaData } from '#contract/charts.ts'

/** The address with period and submission made explicit, so that it shows everyone the same. */
export function shareableAddress(path = location.pathname): string {
  const selection = readSelection(location.search)
  const submissionId = selection.submissionId ?? ($selectedSubmissionId.get() || null)
  const timePeriodId = selection.timePeriodId ?? $selectedTimePeriod.get()?.id ?? null
  return location.origin + path + writeSelection({ ...selection, submissionId, timePeriodId })
}

export const exportContext = (metaData: MetaData | null, link = shareableAddress()): ExportContext => ({
  madeFor: madeFor(),
  link,
  metaData
})
