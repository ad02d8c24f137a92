import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { linkLifetimes } from '#domain/link-lifetimes.ts'
import type { AccountStatus } from '#domain/user-status.ts'
import type { Database, Tx } from '../database/schema.ts'
import type { OneTimeCodeTable } from '../database/tables/people.ts'
import { hashOf } from './second-factor.ts'

type Purpose = OneTimeCodeTable['purpose']

/**
 * The values that were entered with an account request. A code that confirms the address confirms these
 * values only.
 */
const snapshot = sql<string>`jsonb_build_object(
  'organisation_id', u.organisation_id, 'first_name', u.first_name, 'last_name', u.last_name, 'job_title', u.job_title,
  'requested_organisation_name', u.requested_organisation_name, 'password_hash', u.password_hash)`

interface Recipient {
  programmeId: number
  emailAddress: string
  /** Only an account in one of these statuses is sent a code. */
  statuses: readonly AccountStatus[]
}

/**
 * Issues a code for a mail: 256 random bits prefixed with the programme's id, so that redeeming it needs
 * nothing else. Only its hash is stored. The same statement runs whether or not the account exists, so that
 * timing reveals nothing.
 */
export async function issueCode(
  tx: Database | Tx,
  { programmeId, emailAddress, statuses }: Recipient,
  purpose: Purpose,
  now: Date
): Promise<string> {
  const code = `${programmeId.toString(36)}-${randomBytes(32).toString('base64url')}`
  const expires = new Date(now.getTime() + linkLifetimes[purpose].ms)
  await tx
    .insertInto('one_time_codes')
    .columns(['programme_id', 'code_hash', 'user_id', 'purpose', 'expires_at', 'confirms'])
    .expression(eb =>
      eb
        .selectFrom('users as u')
        .select([
          'u.programme_id',
          sql<string>`cast(${hashOf(code)} as text)`.as('code_hash'),
          'u.user_id',
          sql<Purpose>`cast(${purpose} as text)`.as('purpose'),
          sql<Date>`cast(${expires} as timestamptz)`.as('expires_at'),
          (purpose === 'verify_email' ? snapshot : sql<string | null>`cast(null as jsonb)`).as('confirms')
        ])
        .where('u.programme_id', '=', programmeId)
        .where('u.email_address', '=', emailAddress)
        .where('u.status', 'in', statuses)
    )
    .execute()
  return code
}

/** A mailed code with its user, whatever its state; undefined if it was never issued. */
export async function findCode(database: Database, code: string, purposes: readonly Purpose[]) {
  const programmeId = /^([0-9a-z]{1,9})-[\w-]{43}$/.exec(code.trim())?.[1]
  if (programmeId === undefined) return undefined
  const id = Number.parseInt(programmeId, 36)
  return database
    .selectFrom('one_time_codes as c')
    .innerJoin('users as u', join =>
      join.onRef('u.programme_id', '=', 'c.programme_id').onRef('u.user_id', '=', 'c.user_id')
    )
    .select([
      'c.programme_id',
      'c.user_id',
      'c.code_hash',
      'c.purpose',
      'c.expires_at',
      'c.used_at',
      'c.confirms'
    ])
    .select(['u.status', 'u.email_address', 'u.first_name', 'u.last_name', 'u.otp_enabled', 'u.role_type_id'])
    .where('c.programme_id', '=', id)
    .where('u.programme_id', '=', id)
    .where('c.code_hash', '=', hashOf(code.trim()))
    .where('c.purpose', 'in', purposes)
    .executeTakeFirst()
}

/** Redeems a code; false if another call was first. */
export async function redeem(
  tx: Tx,
  { programme_id, code_hash }: { programme_id: number; code_hash: string },
  now: Date
): Promise<boolean> {
  const result = await tx
    .updateTable('one_time_codes')
    .set({ used_at: now, confirms: null })
    .where('programme_id', '=', programme_id)
    .where('code_hash', '=', code_hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Revokes all codes that were sent before the user's password or address was set again. */
export async function revokeCodes(
  tx: Tx,
  { programme_id, user_id }: { programme_id: number; user_id: number },
  now: Date
): Promise<void> {
  await tx
    .updateTable('one_time_codes')
    .set({ used_at: now, confirms: null })
    .where('programme_id', '=', programme_id)
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .execute()
}
