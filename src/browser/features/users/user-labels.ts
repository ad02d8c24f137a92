import type { Tone } from '#browser/ui/pill.tsx'
import type { User, UserStatus } from '#contract/users.ts'
import type { UserAction } from './user-rules.ts'

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
