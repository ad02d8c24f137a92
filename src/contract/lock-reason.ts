import * as v from 'valibot'

/** Closed set of reasons why nothing can be entered; src/domain/questionnaires/lock-reason.ts has the rule and the texts. */
export const LockReason = v.picklist([
  'not_open',
  'closed',
  'signed_off',
  'locked_by_admin',
  'not_registered',
  'organisation_retired',
  'read_only_role',
  /** A programme admin has accepted the questionnaire. */
  'accepted',
  /** Opened again only to mark sections complete and sign them off. */
  'complete_only'
])
export type LockReason = v.InferOutput<typeof LockReason>
