// The organisation's submissions in the project and period, and switching between them.

import { navigate } from 'wouter/use-browser-location'
import { $selectedSubmissionId } from '#browser/stores/selection.ts'
import { paths } from '#programme/paths.ts'

/** Another submission has another hub; an open section belongs to the submission it was opened for. */
export function chooseSubmission(projectCode: string, id: number): void {
  $selectedSubmissionId.set(id)
  const hub = paths.dataCollection(projectCode)
  if (location.pathname !== hub) navigate(hub)
}
