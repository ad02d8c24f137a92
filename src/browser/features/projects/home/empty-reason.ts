// Why the list of remaining work is empty, with the next relevant date and who can act.

import { lockText } from '#browser/section/state/locks.ts'
import { organisationName, type OrganisationInView } from '#browser/stores/viewpoint.ts'
import type { ProjectSummary } from '#contract/projects.ts'
import { isAdminRole, isAtLeast, ROLE } from '#domain/people/roles.ts'
import type { Viewpoint } from '#domain/projects/project-action.ts'
import { registrationClosedReason } from '#domain/projects/registration-window.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { closingDay, openingDay } from '#domain/projects/window-days.ts'
import { formatDay } from '#lib/format.ts'
import { presentTime } from '#lib/time/server-clock.ts'
import { timeZone } from '#lib/time/time-zone.ts'
import { commonLock, type SubmissionProgress } from './remaining-work.ts'

interface EmptyReason {
  title: string
  text: string
}

/** Null if the list itself is enough. */
export function emptyReason(
  project: ProjectSummary,
  submissions: readonly SubmissionProgress[],
  organisation: OrganisationInView | null,
  view: Viewpoint
): EmptyReason | null {
  const now = presentTime()
  if (organisation === null) {
    return isAdminRole(view.roleTypeId)
      ? {
          title: 'Choose an organisation',
          text: 'Choose an organisation at the top to see what it still needs to enter.'
        }
      : { title: 'You do not belong to an organisation yet', text: 'A programme admin can add you to one.' }
  }
  if (submissions.length === 0) return withoutSubmissions(project, organisation, view, now)
  const lock = commonLock(submissions)
  if (lock === null) return null
  const { collection_opens_at: opensAt, collection_closes_at: closesAt } = project
  const reader = { roleTypeId: view.roleTypeId, organisation: organisationName(organisation) }
  if (lock === 'closed')
    return {
      title: 'Data collection is closed',
      text: `${lockText(lock, { closesAt }, reader)}${resultsText(project, now)}`
    }
  const title = lock === 'not_open' ? 'Data collection has not started' : 'You cannot enter data'
  return { title, text: lockText(lock, { opensAt }, reader) }
}

function resultsText({ published_at, is_published }: ProjectSummary, now: Date): string {
  if (published_at === null) return ''
  if (new Date(published_at) <= now)
    return is_published === false
      ? ' Results are not published yet.'
      : ` Results were published on ${formatDay(openingDay(published_at), now)}.`
  return ` Results are expected on ${formatDay(openingDay(published_at), now)}.`
}

function withoutSubmissions(
  project: ProjectSummary,
  organisation: OrganisationInView,
  view: Viewpoint,
  now: Date
): EmptyReason {
  const who = organisationName(organisation)
  if (project.registration_status === 'registered') {
    return {
      title: withTerms('No {submissions}'),
      text: `${who} has nothing to enter in this project and period.`
    }
  }
  const title = `${who} is not registered`
  const closed = registrationClosedReason(project, now, timeZone())
  if (closed !== null) return { title, text: closed }
  const until =
    project.registration_closes_at === null
      ? ''
      : ` until ${formatDay(closingDay(project.registration_closes_at), now)}`
  return {
    title,
    text: isAtLeast(view.roleTypeId, ROLE.lead)
      ? `Registration is open${until}.`
      : `Registration is open${until}. Your organisation’s lead can register.`
  }
}
