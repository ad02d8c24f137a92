// The codes in mails. A code confirms one action on one account with the data that its mail shows: the data is stored with the code, where
// nobody can change it.

import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { linkLifetimes } from '#domain/people/link-lifetimes.ts'
import { MAILED_CODE_STATUSES } from '#domain/people/user-status.ts'
import type { ConfirmedRegistration, Row } from '#server/database/column-types.ts'
import { lockRow } from '#server/database/locks.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { ApiError } from '#server/http/api-error.ts'
import { hashOf } from './second-factor.ts'

export type CodeAction = Row<'one_time_codes'>['purpose']

interface Recipient {
  programmeId: number
  emailAddress: string
}

/** Issues a code for a mail; see `issueCodes`. */
export async function issueCode(
  tx: Database | Tx,
  recipient: Recipient,
  action: CodeAction,
  now: Date,
  confirms: ConfirmedRegistration | null = null
): Promise<string> {
  const [code = ''] = await issueCodes(tx, recipient, action, now, [confirms])
  return code
}

/**
 * Issues a code for each set of data: 256 random bits prefixed with the programme's id, so that redeeming it needs nothing else. Only its
 * hash is stored. The same statement runs whether or not there is an account that may perform the action, so that timing reveals nothing.
 */
export async function issueCodes(
  tx: Database | Tx,
  { programmeId, emailAddress }: Recipient,
  action: CodeAction,
  now: Date,
  confirmed: readonly (ConfirmedRegistration | null)[]
): Promise<string[]> {
  const expires = new Date(now.getTime() + linkLifetimes[action].ms)
  const issued = confirmed.map(confirms => ({ code: generateCode(programmeId), confirms }))
  const rows = issued.map(({ code, confirms }) => ({ code_hash: hashOf(code), confirms }))
  await tx
    .insertInto('one_time_codes')
    .columns(['programme_id', 'code_hash', 'user_id', 'purpose', 'expires_at', 'confirms'])
    .expression(eb =>
      eb
        .selectFrom('users as u')
        .crossJoin(
          sql<{
            code_hash: string
            confirms: string | null
          }>`jsonb_to_recordset(cast(${JSON.stringify(rows)} as jsonb))`.as<'c'>(
            sql`c(code_hash text, confirms jsonb)`
          )
        )
        .select([
          'u.programme_id',
          'c.code_hash',
          'u.user_id',
          sql<CodeAction>`cast(${action} as text)`.as('purpose'),
          sql<Date>`cast(${expires} as timestamptz)`.as('expires_at'),
          'c.confirms'
        ])
        .where('u.programme_id', '=', programmeId)
        .where('u.email_address', '=', emailAddress)
        .where('u.status', 'in', MAILED_CODE_STATUSES[action])
    )
    .execute()
  return issued.map(({ code }) => code)
}

export const generateCode = (programmeId: number): string =>
  `${programmeId.toString(36)}-${randomBytes(32).toString('base64url')}`

/** The programme in a code; undefined if it cannot be one. */
export function programmeOfCode(code: string): number | undefined {
  const programmeId = /^([0-9a-z]{1,9})-[\w-]{43}$/.exec(code)?.[1]
  return programmeId === undefined ? undefined : Number.parseInt(programmeId, 36)
}

export type MailedCode = NonNullable<Awaited<ReturnType<typeof findOneTimeCode>>>

/** A mailed code with its account, whatever its state; undefined if it was never issued. */
export async function findOneTimeCode(database: Database | Tx, code: string, actions: readonly CodeAction[]) {
  const programmeId = programmeOfCode(code.trim())
  if (programmeId === undefined) return undefined
  return selectCode(database, programmeId, hashOf(code.trim()))
    .where('c.purpose', 'in', actions)
    .executeTakeFirst()
}

const selectCode = (database: Database | Tx, programmeId: number, codeHash: string) =>
  database
    .selectFrom('one_time_codes as c')
    .innerJoin('users as u', join => inProgramme(join, 'u', 'c', 'user_id'))
    .select([
      'c.programme_id',
      'c.user_id',
      'c.code_hash',
      'c.purpose',
      'c.expires_at',
      'c.used_at',
      'c.confirms'
    ])
    .select(['u.status', 'u.email_address', 'u.first_name', 'u.last_name', 'u.organisation_id'])
    .select(['u.requested_organisation_name', 'u.otp_enabled'])
    .where('c.programme_id', '=', programmeId)
    .where('c.code_hash', '=', codeHash)

/** Refuses a code that was used or revoked, that has expired, or whose account is no longer one that may perform its action. */
export function requireOpen(code: MailedCode, now: Date): void {
  const isOpen =
    code.used_at === null &&
    code.expires_at > now &&
    MAILED_CODE_STATUSES[code.purpose].includes(code.status) &&
    (code.purpose !== 'verify_email' || code.confirms !== null)
  if (!isOpen) throw new ApiError(410, 'This link has expired. Request another one.')
}

/**
 * Redeems a code: locks its account, checks the code again, and revokes it with all others of the account. Returns it with the
 * locked account.
 */
export async function redeemMailedCode(
  tx: Tx,
  { programme_id, user_id, code_hash }: MailedCode,
  now: Date
): Promise<MailedCode> {
  await lockRow(tx, 'users', programme_id, user_id)
  const code = await selectCode(tx, programme_id, code_hash).executeTakeFirstOrThrow()
  requireOpen(code, now)
  await revokeCodes(tx, code, now)
  return code
}

/** Revokes all codes of an account: they were sent before its password, address or status was settled in another way. */
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
