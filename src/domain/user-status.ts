// The state machine of an account: which action leads from which status to which. Every change of status uses this table.
import type { UserStatus } from '#contract/users.ts'

/** A deleted account stays as the author of what it entered and is shown to nobody. */
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
  | 'accept_invitation'
  | 'suspend'
  | 'reactivate'
  | 'delete'

interface Transition {
  from: readonly AccountStatus[]
  to: AccountStatus
}

/**
 * Only an active account is suspended and only a suspended one is reactivated, so that no way around verification and approval leads to
 * `active`.
 */
export const ACCOUNT_TRANSITIONS: Readonly<Record<AccountAction, Transition>> = {
  verify_email: { from: ['email_unverified'], to: 'awaiting_approval' },
  approve: { from: ['awaiting_approval'], to: 'active' },
  reject: { from: ['awaiting_approval'], to: 'rejected' },
  reconsider: { from: ['rejected'], to: 'awaiting_approval' },
  accept_invitation: { from: ['invited'], to: 'active' },
  suspend: { from: ['active'], to: 'suspended' },
  reactivate: { from: ['suspended'], to: 'active' },
  delete: { from: ACCOUNT_STATUSES.filter(status => status !== 'deleted'), to: 'deleted' }
}

/** Statuses that receive a password link: those that could log in with the new password. */
export const PASSWORD_LINK_STATUSES: readonly AccountStatus[] = ['active', 'invited']
