import type { ColumnType, Generated } from 'kysely'
import type { AccountStatus } from '#domain/people/user-status.ts'

/**
 * Every row belongs to one programme, whose id comes first in every key and index, so that a programme's
 * rows can live on one node.
 */
export interface Tenant {
  programme_id: number
}

/** Written as JSON text, read as the value. */
export type Json<T> = ColumnType<T, string, string>
export type NullableJson<T> = ColumnType<T | null, string | null, string | null>

export interface ProgrammeTable extends Tenant {
  programme_code: string
  programme_name: string
  minimum_count: number
  origins: Json<string[]>
  explorer_types: Json<{ explorer_type: string; label: string }[]>
  otp_required: boolean
}

/** Key material that the server generated because no secret was configured. */
export interface SecretTable extends Tenant {
  secret_name: string
  secret_value: string
}

export interface OrganisationTable extends Tenant {
  organisation_id: Generated<number>
  organisation_name: string
  organisation_code: string
  organisation_type: string
  region: string
  tier: number
  is_active: boolean
}

export interface UserTable extends Tenant {
  user_id: Generated<number>
  organisation_id: number | null
  /** Lower case, as the contract's EmailAddress leaves it. */
  email_address: string
  first_name: string
  last_name: string
  job_title: string
  requested_organisation_name: string | null
  role_type_id: number
  status: AccountStatus
  password_hash: string | null
  password_changed_at: Date | null
  password_expires_at: Date | null
  /** Whether the password is long enough without a second factor; null until it is next set or typed. */
  has_long_password: boolean | null
  otp_secret: string | null
  otp_enabled: boolean
  /** The last time step whose code was used: each is valid once. */
  otp_last_step: number | null
  terms_accepted_at: Date | null
  last_login_at: Date | null
  created_at: Date
}

export interface RecoveryCodeTable extends Tenant {
  user_id: number
  code_hash: string
  used_at: Date | null
}

export interface SessionTable extends Tenant {
  session_id: string
  user_id: number
  created_at: Date
  last_seen_at: Date
  expires_at: Date
  revoked_at: Date | null
  /** The browser's User-Agent at login. */
  user_agent: Generated<string>
}

export interface OneTimeCodeTable extends Tenant {
  code_hash: string
  user_id: number
  purpose: 'verify_email' | 'reset_password' | 'invite'
  expires_at: Date
  used_at: Date | null
  /** The data in the mail, which the code confirms. Codes of earlier versions also have a `password_hash`, which is ignored. */
  confirms: NullableJson<ConfirmedRegistration>
}

export interface ConfirmedRegistration {
  organisation_id: number | null
  first_name: string
  last_name: string
  job_title: string
  requested_organisation_name: string | null
}

/** Attempts that are counted to prevent guessing: failed passwords, failed codes, mails sent. */
export interface AttemptTable extends Tenant {
  attempt_id: Generated<number>
  attempt_kind: 'password' | 'otp' | 'mail'
  subject: string
  attempted_at: Date
}

export interface MailTable extends Tenant {
  mail_id: Generated<number>
  recipient: string
  subject: string
  body_text: string
  created_at: Date
  sent_at: Date | null
  /** Until when the code in its text works; null where there is none, or the text is gone. */
  code_expires_at: ColumnType<Date | null, Date | null | undefined>
  /** When it may be sent, or taken over from a process that was sending it. Null once it is sent or given up. */
  due_at: ColumnType<Date | null, Date | null | undefined>
  /** How often it was tried and put off. */
  attempt_count: Generated<number>
  /** How often sending began without an outcome: the server may have taken it each time. */
  unconfirmed_count: Generated<number>
  /** When it was given up, and what the mail server said last. */
  failed_at: ColumnType<Date | null, Date | undefined>
  failure: ColumnType<string | null, string | undefined>
}
