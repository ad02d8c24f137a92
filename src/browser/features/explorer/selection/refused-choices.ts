// Choices in the address that are not available: groups and submissions that the reader may not see or that are not offered. The page reports them,
// because figures of everyone under a link to a group would mislead.

import { groupAbsence } from '#browser/charts/words/disclosure-text.ts'
import type { Filter, OrganisationSubmissions, PeerGroup } from '#contract/filters.ts'
import { isAdminRole } from '#domain/people/roles.ts'
import type { FilterChoice } from './explorer-selection.ts'

export interface RefusedGroup {
  id: number
  /** Null if the reader may not know it. */
  name: string | null
  /** Null if the group is not offered at all. */
  reason: NonNullable<PeerGroup['unselectable_reason']> | null
}

export function refusedGroups(chosen: readonly number[], offered: readonly PeerGroup[]): RefusedGroup[] {
  return chosen.flatMap((id): RefusedGroup[] => {
    const group = offered.find(candidate => candidate.peer_group_id === id)
    if (!group) return [{ id, name: null, reason: null }]
    return group.is_selectable
      ? []
      : [{ id, name: group.peer_group_name, reason: group.unselectable_reason ?? 'not_shown' }]
  })
}

export function refusedGroupText({ name, reason }: RefusedGroup): string {
  if (name === null)
    return 'This link names a peer group that you cannot see or that does not exist in this period.'
  return `${name} cannot be compared with: ${groupAbsence({ unselectable_reason: reason })}.`
}

/** The options of filters that are not offered: in another period, or in an old link. */
export const refusedFilterOptions = (
  chosen: readonly FilterChoice[],
  offered: readonly Filter[]
): readonly string[] =>
  chosen
    .filter(
      ({ filterId, optionName }) =>
        !offered.some(
          ({ filter_id, option_list }) =>
            filter_id === filterId && option_list.some(({ option_name }) => option_name === optionName)
        )
    )
    .map(({ optionName }) => optionName)

/** The submissions that the reader may choose as their own: the own organisation's, for admins all. */
export function reachableEntries(
  entries: readonly OrganisationSubmissions[],
  reader: { role_type_id: number; organisation_id: number | null }
): readonly OrganisationSubmissions[] {
  return isAdminRole(reader.role_type_id)
    ? entries
    : entries.filter(entry => entry.id === reader.organisation_id)
}
