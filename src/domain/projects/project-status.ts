import type { ProjectStatus } from '#contract/projects.ts'

interface Dates {
  registration_opens_at: Date | null
  registration_closes_at: Date | null
  collection_opens_at: Date | null
  collection_closes_at: Date | null
  published_at: Date | null
  closed_at: Date | null
}

/** The status of a project in a period, by its dates. Registration and collection may overlap. */
export function projectStatus(dates: Dates, now: Date): ProjectStatus {
  const isPast = (date: Date | null): boolean => date !== null && date <= now
  if (isPast(dates.closed_at)) return 'closed'
  if (isPast(dates.published_at)) return 'published'
  if (isPast(dates.collection_closes_at)) return 'validation'
  if (isPast(dates.collection_opens_at)) return 'collection'
  return isPast(dates.registration_opens_at) ? 'registration' : 'upcoming'
}

/** The project's dates, and the last date on which a questionnaire that is not locked closes; null without dates of their own. */
interface CollectionDates extends Dates {
  last_closes_at: Date | null
}

/**
 * Whether results can be published (decision 0042). A publication date does not end data collection that is still open. Without one, an admin cannot publish
 * while a questionnaire is open for longer.
 */
export function hasCollectionEnded(dates: CollectionDates, now: Date): boolean {
  const isPast = (date: Date | null): boolean => date === null || date <= now
  switch (projectStatus(dates, now)) {
    case 'closed':
      return true
    case 'published':
      return isPast(dates.collection_closes_at)
    case 'validation':
      return isPast(dates.last_closes_at)
    default:
      return false
  }
}

/** Whether the results of a project are published. */
export const hasResults = (status: ProjectStatus): boolean => status === 'published' || status === 'closed'

/** Whether organisations can do something: register or enter data. */
export const isOpenState = (status: ProjectStatus): boolean =>
  status === 'registration' || status === 'collection'
