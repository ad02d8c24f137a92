import { randomBytes } from 'node:crypto'
import type { Database, Work } from '../database/schema.ts'
import type { OneTimeCodeTable } from '../database/tables/people.ts'
import { hashOf } from '../otp.ts'

type Purpose = OneTimeCodeTable['purpose']

const HOUR_MS = 60 * 60 * 1000
const lifetimes: Record<Purpose, number> = { verify_email: 48 * HOUR_MS, reset_password: HOUR_MS, invite: 7 * 24 * HOUR_MS }

interface Holder {
  programme_id: number
  user_id: number
}

/**
 * Makes a code that can be mailed: 256 random bits behind the programme's id, so that the call that brings it back needs nothing else. Only
 * its hash is kept. Earlier codes of the same purpose stop working.
 */
export async function issueCode(work: Database | Work, { programme_id, user_id }: Holder, purpose: Purpose, now: Date): Promise<string> {
  const code = `${programme_id.toString(36)}-${randomBytes(32).toString('base64url')}`
  await work
    .deleteFrom('one_time_codes')
    .where('programme_id', '=', programme_id)
    .where('user_id', '=', user_id)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
  await work
    .insertInto('one_time_codes')
    .values({
      programme_id,
      user_id,
      purpose,
      code_hash: hashOf(code),
      expires_at: new Date(now.getTime() + lifetimes[purpose]),
      used_at: null
    })
    .execute()
  return code
}

/** The row of a mailed code with its user, whatever its state; undefined when nobody was ever sent it. */
export async function findCode(database: Database, code: string, purposes: readonly Purpose[]) {
  const programmeId = /^([0-9a-z]{1,9})-[\w-]{43}$/.exec(code.trim())?.[1]
  if (programmeId === undefined) return undefined
  const id = Number.parseInt(programmeId, 36)
  return database
    .selectFrom('one_time_codes as c')
    .innerJoin('users as u', join => join.onRef('u.programme_id', '=', 'c.programme_id').onRef('u.user_id', '=', 'c.user_id'))
    .select(['c.programme_id', 'c.user_id', 'c.code_hash', 'c.purpose', 'c.expires_at', 'c.used_at'])
    .select(['u.status', 'u.email_address', 'u.first_name', 'u.last_name', 'u.otp_enabled', 'u.role_type_id'])
    .where('c.programme_id', '=', id)
    .where('u.programme_id', '=', id)
    .where('c.code_hash', '=', hashOf(code.trim()))
    .where('c.purpose', 'in', purposes)
    .executeTakeFirst()
}

/** Uses a code up; false when another call was first. */
export async function redeem(
  work: Work,
  { programme_id, code_hash }: { programme_id: number; code_hash: string },
  now: Date
): Promise<boolean> {
  const result = await work
    .updateTable('one_time_codes')
    .set({ used_at: now })
    .where('programme_id', '=', programme_id)
    .where('code_hash', '=', code_hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
