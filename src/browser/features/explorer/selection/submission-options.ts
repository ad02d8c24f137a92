import type { OrganisationSubmissions } from '#contract/filters.ts'

export interface SubmissionOption {
  id: number
  name: string
  group?: string
}

/** The submissions to choose from, the own organisation's first, grouped by organisation if there are several. */
export function submissionOptions(
  entries: readonly OrganisationSubmissions[],
  organisationId: number
): SubmissionOption[] {
  const offered = entries.filter(entry => entry.submission_list.length > 0)
  const ownFirst = offered.toSorted(
    (a, b) => Number(b.id === organisationId) - Number(a.id === organisationId)
  )
  return ownFirst.flatMap(entry =>
    entry.submission_list.map(({ id, name }) =>
      offered.length > 1 ? { id, name, group: entry.organisation_name } : { id, name }
    )
  )
}
