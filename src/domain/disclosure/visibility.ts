// What members of a project see of each other. The project's home and every chart state it in one sentence.

import type { OthersVisibleFrom, ProjectStatus, Visibility } from '#contract/projects.ts'
import { hasResults } from '#domain/projects/project-status.ts'
import { formatCount } from '#lib/format.ts'

export interface VisibilityFacts {
  visibility: Visibility
  others_visible_from: OthersVisibleFrom
  minimum_count: number
  /** Whether the reader sees names that members do not. */
  isAdmin: boolean
}

export const isStrict = (visibility: Visibility): boolean => visibility !== 'named'

const fromWhen: Record<OthersVisibleFrom, string> = {
  collection: 'once a section is complete',
  validation: 'once data collection has closed',
  publication: 'once the results are published'
}

/** The sentence for this reader. */
export function visibilitySentence(facts: VisibilityFacts): string {
  const { visibility, others_visible_from, minimum_count, isAdmin } = facts
  if (visibility === 'named')
    return `Members see each other’s figures by name ${fromWhen[others_visible_from]}. Averages cover at least ${minimum_count} other organisations.`
  const only =
    visibility === 'anonymous'
      ? `published averages of ${minimum_count} or more, and for ratios the sorted values averaged over more than ${minimum_count}`
      : `published averages of ${minimum_count} or more`
  const hidden = `cannot see other organisations’ figures, only ${only}.`
  return isAdmin ? `You see names because you are a programme admin. Members ${hidden}` : `You ${hidden}`
}

/** '126'; for members of strict projects, whose count is rounded down (liveCount), 'at least 125' or 'fewer than 5'. */
export function liveCountText(
  count: number,
  { visibility, isAdmin, minimum_count }: Pick<VisibilityFacts, 'visibility' | 'isAdmin' | 'minimum_count'>
): string {
  if (!isStrict(visibility) || isAdmin) return formatCount(count)
  return count === 0 ? `fewer than ${formatCount(minimum_count)}` : `at least ${formatCount(count)}`
}

/** Whether a member of a named project may see others' figures before they are published. */
export function seesOthersBeforePublication(from: OthersVisibleFrom, status: ProjectStatus): boolean {
  if (from === 'publication') return false
  return from === 'collection' || hasResults(status) || status === 'validation'
}

const STRICTNESS: Record<Visibility, number> = { named: 0, anonymous: 1, aggregate: 2 }
const LATENESS: Record<OthersVisibleFrom, number> = { collection: 0, validation: 1, publication: 2 }

/** The columns of a project that say what its members were promised. */
export const visibilityColumns = ['visibility', 'others_visible_from', 'minimum_count'] as const

export type PromisedVisibility = Pick<VisibilityFacts, (typeof visibilityColumns)[number]>

/** Whether members would see more of each other than they were promised, or sooner. */
export const isLooser = (from: PromisedVisibility, to: PromisedVisibility): boolean =>
  STRICTNESS[to.visibility] < STRICTNESS[from.visibility] ||
  LATENESS[to.others_visible_from] < LATENESS[from.others_visible_from] ||
  to.minimum_count < from.minimum_count
