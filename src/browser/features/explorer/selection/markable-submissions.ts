// The submissions that a reader may mark: the server lists those whose figures the reader sees by name, in strict projects the own ones alone.

import type { OrganisationSubmissions } from '#contract/filters.ts'

export interface MarkableSubmission {
  id: number
  name: string
  organisationName: string
}

export const markableSubmissions = (entries: readonly OrganisationSubmissions[]): MarkableSubmission[] =>
  entries.flatMap(({ organisation_name, submission_list }) =>
    submission_list.map(({ id, name }) => ({ id, name, organisationName: organisation_name }))
  )

/** Another period has other submissions: those of the same name in the same organisation are the same wards a year earlier or later. */
export function sameSubmissions(
  marked: readonly MarkableSubmission[],
  offered: readonly MarkableSubmission[]
): number[] {
  const keyOf = ({ name, organisationName }: MarkableSubmission): string =>
    JSON.stringify([organisationName, name])
  const wanted = new Set(marked.map(keyOf))
  return offered.filter(one => wanted.has(keyOf(one))).map(({ id }) => id)
}
