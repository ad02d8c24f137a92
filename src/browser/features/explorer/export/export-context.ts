// What every exported file states: for whom it was made, and the URL that shows the same.

import type { ExportContext } from '#browser/charts/export/export-file.ts'
import { readSelection, writeSelection } from '#browser/features/explorer/selection/explorer-selection.ts'
import { exportRecipient } from '#browser/stores/export-recipient.ts'
import { $selectedSubmissionId } from '#browser/stores/selection.ts'
import { $selectedTimePeriod } from '#browser/stores/time-periods.ts'
import type { MetaData } from '#contract/charts.ts'

/** The URL with an explicit period and submission, so that it shows everyone the same. */
export function shareableAddress(path = location.pathname): string {
  const selection = readSelection(location.search)
  const submissionId = selection.submissionId ?? ($selectedSubmissionId.get() || null)
  const timePeriodId = selection.timePeriodId ?? $selectedTimePeriod.get()?.id ?? null
  // Of an admin's choice alone: the own organisation is the reader's own wherever the URL is opened.
  const organisationId = selection.organisationId
  return location.origin + path + writeSelection({ ...selection, submissionId, timePeriodId, organisationId })
}

export const exportContext = (metaData: MetaData | null, link = shareableAddress()): ExportContext => ({
  recipient: exportRecipient(),
  link,
  metaData
})
