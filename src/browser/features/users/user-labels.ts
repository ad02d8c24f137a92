import type { Tone } from '#browser/ui/pill.tsx'
import type { User, UserStatus } from '#contract/users.ts'
import type { UserAction } from '#domain/people/user-status.ts'
import { countOf, formatDay } from '#lib/format.ts'
import { isFiltered, type UserQuery } from './user-query.ts'
import type { UserPage } from './users.ts'

export const userFullName = ({ first_name, last_name }: Pick<User, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`

export const userStatusLabels: Record<UserStatus, { text: string; tone: Tone }> = {
  email_unverified: { text: 'Email not confirmed', tone: 'warn' },
  awaiting_approval: { text: 'Waiting', tone: 'warn' },
  invited: { text: 'Invited', tone: 'neutral' },
  active: { text: 'Active', tone: 'ok' },
  suspended: { text: 'Suspended', tone: 'neutral' },
  rejected: { text: 'Rejected', tone: 'bad' }
}

/** An ellipsis if it asks first. */
export const actionLabels: Record<UserAction, string> = {
  approve: 'Approve',
  reject: 'Reject…',
  edit: 'Edit details…',
  change_role: 'Change role…',
  reset_password: 'Reset password',
  reset_second_factor: 'Reset two-factor authentication…',
  invite_again: 'Send the invitation again',
  verify_again: 'Send the confirmation again',
  suspend: 'Suspend…',
  reactivate: 'Reactivate',
  reconsider: 'Move back to waiting',
  delete: 'Delete…'
}

/** The number of users on the tab, or of those that match. */
export function userCountText(
  query: UserQuery,
  { total, organisation_count: organisations, oldest_created_at: oldest }: UserPage
): string {
  const match = isFiltered(query) ? (total === 1 ? ' that matches' : ' that match') : ''
  const since = oldest ? `, the longest since ${formatDay(oldest)}` : ''
  const spread = organisations === undefined ? '' : ` in ${countOf(organisations, 'organisation')}`
  switch (query.tab) {
    case 'waiting':
      return total === 0
        ? 'No users are waiting for a decision.'
        : `${countOf(total, 'person', 'people')}${match} ${total === 1 ? 'is' : 'are'} waiting for a decision${since}.`
    case 'active':
      return `${countOf(total, 'active person', 'active people')}${match}${spread}.`
    case 'invited':
      return `${countOf(total, 'person has', 'people have')} been invited and not set a password yet.`
    case 'suspended':
      return `${countOf(total, 'person', 'people')}${match} cannot log in until reactivated.`
    case 'other':
      return `${countOf(total, 'person', 'people')}${match} with an address that is not confirmed, or rejected.`
  }
}

/** Instead of an empty list. */
export const emptyTitles: Record<UserQuery['tab'], string> = {
  waiting: 'No users are waiting for a decision',
  active: 'No active users',
  invited: 'No open invitations',
  suspended: 'No suspended users',
  other: 'No unconfirmed or rejected users'
}
