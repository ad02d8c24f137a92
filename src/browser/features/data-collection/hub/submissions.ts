// The organisation's submissions in the project and period, and switching between them.

import { navigate } from 'wouter/use-browser-location'
import { writeChoices } from '#browser/navigation/address-choices.ts'
import { paths } from '#programme/paths.ts'

/** Another submission has another hub; an open section belongs to the submission it was opened for. */
export function chooseSubmission(projectCode: string, id: number): void {
  const hub = paths.dataCollection(projectCode)
  const query = new URLSearchParams(location.pathname === hub ? location.search : '')
  writeChoices(query, { submissionId: id })
  navigate(`${hub}?${query.toString()}`, { replace: location.pathname === hub })
}
