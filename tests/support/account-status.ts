import { ACCOUNT_TRANSITIONS, type AccountAction, type AccountStatus } from '#domain/people/user-status.ts'

/** The status after the action, or null where the account is not in a status that the action starts from. */
export function statusAfter(status: AccountStatus, action: AccountAction): AccountStatus | null {
  const { from, to } = ACCOUNT_TRANSITIONS[action]
  return from.includes(status) ? to : null
}
