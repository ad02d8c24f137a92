// What members of a project see of each other. The project states it in one sentence on its home and under
// every chart, and it must be true.
import type { Visibility } from '#contract/projects.ts'

export interface VisibilityFacts {
  visibility: Visibility
  minimum_count: number
  /** Whether the reader sees names that members do not. */
  isAdmin: boolean
}

export const isStrict = (visibility: Visibility): boolean => visibility !== 'named'

/** The sentence for this reader. */
export function visibilitySentence({ visibility, minimum_count, isAdmin }: VisibilityFacts): string {
  if (visibility === 'named')
    return `Members see each other’s figures by name. Averages of fewer than ${minimum_count} submissions are not shown, nor what would tell them by subtraction.`
  const members =
    visibility === 'anonymous'
      ? `Members see the figures of others without names, and averages of at least ${minimum_count} other organisations.`
      : `Members see no single figure of others, only averages of at least ${minimum_count} other organisations.`
  return isAdmin ? `You see names because you are an admin. ${members}` : members
}
