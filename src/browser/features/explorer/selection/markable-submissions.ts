// The submissions that a reader may mark: those whose figures the reader sees by name. In strict projects the server lists only the own ones.

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

/** The marked submissions in another period: those of the same name and organisation. */
export function sameSubmissions(
  marked: readonly MarkableSubmission[],
  offered: readonly MarkableSubmission[]
): number[] {
  const keyOf = ({ name, organisationName }: MarkableSubmission): string =>
    JSON.stringify([organisationName, name])
  const wanted = new Set(marked.map(keyOf))
  return offered.filter(one => wanted.has(keyOf(one))).map(({ id }) => id)
}
