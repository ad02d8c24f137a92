// The state machine of an account: the transitions of each action. Every status change uses this table.

import type { UserStatus } from '#contract/users.ts'
import type { linkLifetimes } from './link-lifetimes.ts'

/** A deleted account remains as the author of its entries and is never listed. */
export type AccountStatus = UserStatus | 'deleted'

export const ACCOUNT_STATUSES: readonly AccountStatus[] = [
  'email_unverified',
  'awaiting_approval',
  'invited',
  'active',
  'suspended',
  'rejected',
  'deleted'
]

export type AccountAction =
  | 'verify_email'
  | 'approve'
  | 'reject'
  | 'reconsider'
  | 'invite'
  | 'accept_invitation'
  | 'suspend'
  | 'reactivate'
  | 'delete'

interface Transition {
  from: readonly AccountStatus[]
  to: AccountStatus
}

/**
 * Only an active account can be suspended and only a suspended one reactivated, so that nothing bypasses
 * verification and approval.
 */
export const ACCOUNT_TRANSITIONS: Readonly<Record<AccountAction, Transition>> = {
  verify_email: { from: ['email_unverified'], to: 'awaiting_approval' },
  approve: { from: ['awaiting_approval'], to: 'active' },
  reject: { from: ['awaiting_approval'], to: 'rejected' },
  reconsider: { from: ['rejected'], to: 'awaiting_approval' },
  /** By the operator: an account request must not prevent the invitation of the first admin. */
  invite: { from: ['email_unverified', 'awaiting_approval', 'invited'], to: 'invited' },
  accept_invitation: { from: ['invited'], to: 'active' },
  suspend: { from: ['active'], to: 'suspended' },
  reactivate: { from: ['suspended'], to: 'active' },
  delete: { from: ACCOUNT_STATUSES.filter(status => status !== 'deleted'), to: 'deleted' }
}

/** What an admin does with an account of another user. Some change its status. */
export type UserAction =
  | 'approve'
  | 'reject'
  | 'edit'
  | 'change_role'
  | 'reset_password'
  | 'reset_second_factor'
  | 'invite_again'
  | 'verify_again'
  | 'suspend'
  | 'reactivate'
  | 'reconsider'
  | 'delete'

export const userActions: Readonly<Record<AccountStatus, readonly UserAction[]>> = {
  awaiting_approval: ['approve', 'reject', 'edit', 'delete'],
  active: ['edit', 'change_role', 'reset_password', 'reset_second_factor', 'suspend', 'delete'],
  invited: ['edit', 'change_role', 'invite_again', 'delete'],
  suspended: ['edit', 'change_role', 'reactivate', 'delete'],
  email_unverified: ['verify_again', 'delete'],
  rejected: ['reconsider', 'delete'],
  deleted: []
}

/** The account statuses that get a code for each action and may use it. After a password link, the user can log in. */
export const MAILED_CODE_STATUSES: Readonly<Record<keyof typeof linkLifetimes, readonly AccountStatus[]>> = {
  verify_email: ['email_unverified'],
  invite: ['invited'],
  reset_password: ['active', 'invited']
}

/** Product 8: applicants who are rejected read why. */
export const lacksReason = (decision: 'approve' | 'reject', reason: string | null | undefined): boolean =>
  decision === 'reject' && (reason ?? '').trim() === ''
