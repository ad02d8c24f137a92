import type { LockReason } from '#contract/lock-reason.ts'

/**
 * Why the codes of a survey cannot be changed; null if they can. They may be created before the survey opens, so that they can be printed.
 * For a retired organisation they can still be revoked and deleted.
 */
export const codesClosedBecause = (lock: LockReason | null, act: 'issue' | 'withdraw'): LockReason | null =>
  lock === 'not_open' || lock === 'read_only_role' || (act === 'withdraw' && lock === 'organisation_retired')
    ? null
    : lock
