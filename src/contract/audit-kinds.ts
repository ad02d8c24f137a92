import * as v from 'valibot'

/** What the audit log records. */
export const AuditKind = v.picklist([
  'user_invited',
  'user_approved',
  'user_rejected',
  'user_deleted',
  'role_changed',
  'organisation_changed',
  'status_changed',
  'second_factor_reset',
  'key_created',
  'key_revoked',
  'dates_changed',
  'visibility_changed',
  'answers_accepted',
  'acceptance_revoked',
  'window_opened',
  'completion_window_opened',
  'window_closed',
  'answers_imported',
  'answers_exported',
  'edition_published'
])
export type AuditKind = v.InferOutput<typeof AuditKind>
