// The remaining work by submission or by the last person who worked on it; all of it, or only what the
// reader has started.

import { groupBy } from '#lib/group-by.ts'
import type { SectionWork } from './remaining-work.ts'

export type RemainingScope = 'mine' | 'organisation'
export type RemainingGrouping = 'submission' | 'person'

export interface RemainingGroup {
  key: string
  title: string
  works: SectionWork[]
}

/** Sections that the user was the last to change. */
export const begunBy = (works: readonly SectionWork[], userId: number): SectionWork[] =>
  works.filter(({ completion }) => completion.updated_by_user_id === userId)

/**
 * In the order of their first section, so that the most advanced group comes first; the one nobody has
 * started comes last.
 */
export function remainingGroups(
  works: readonly SectionWork[],
  grouping: RemainingGrouping
): RemainingGroup[] {
  if (grouping === 'submission') {
    return [...groupBy(works, work => work.submissionId)].map(([id, own]) => ({
      key: String(id),
      title: own[0]?.submissionName ?? '',
      works: own
    }))
  }
  const byPerson = groupBy(works, ({ completion }) => completion.updated_by_user_id ?? 0)
  return [...byPerson]
    .toSorted(([one], [other]) => Number(one === 0) - Number(other === 0))
    .map(([id, own]) => ({
      key: String(id),
      title: own[0]?.completion.updated_by ?? 'No one yet',
      works: own
    }))
}
