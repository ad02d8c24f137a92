import { LOGIN_FAILURE } from '#contract/failures.ts'
import type { Row } from '#server/database/column-types.ts'
import { lockName } from '#server/database/locks.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { transaction } from '#server/database/transaction.ts'
import { ApiError } from '#server/http/api-error.ts'

/** Quality 2: five failures within fifteen minutes lock an account until the oldest of them is older than that. */
const MAX_FAILURES = 5
const LOCKOUT_MS = 15 * 60 * 1000

export const tooManyAttempts = (): ApiError =>
  new ApiError(429, LOGIN_FAILURE.locked, { 'Retry-After': String(LOCKOUT_MS / 1000) })

interface LoginAttempt {
  programmeId: number
  kind: Row<'attempts'>['attempt_kind']
  subject: string
}

interface Allowance {
  max: number
  windowMs: number
}

const FAILURE_ALLOWANCE: Allowance = { max: MAX_FAILURES, windowMs: LOCKOUT_MS }

/**
 * Counts an attempt and returns whether it is allowed. It is counted before the check, and attempts at one subject run one after
 * the other, so that concurrent attempts cannot slip through; `forgetAttempts` clears the count on success. Refused attempts do not
 * count: otherwise an attacker could lock the owner out forever.
 */
export function mayAttempt(
  database: Database | Tx,
  attempt: LoginAttempt,
  now: Date,
  allowance: Allowance = FAILURE_ALLOWANCE
): Promise<boolean> {
  const count = (tx: Tx): Promise<boolean> => countAttempt(tx, attempt, now, allowance)
  return isTransaction(database) ? count(database) : transaction(database, count)
}

const isTransaction = (database: Database | Tx): database is Tx => database.isTransaction

async function countAttempt(
  tx: Tx,
  { programmeId, kind, subject }: LoginAttempt,
  now: Date,
  { max, windowMs }: Allowance
): Promise<boolean> {
  await lockName(tx, `attempt ${programmeId} ${kind} ${subject}`)
  const { count } = await tx
    .selectFrom('attempts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(eb => eb.and({ programme_id: programmeId, attempt_kind: kind, subject }))
    .where('attempted_at', '>', new Date(now.getTime() - windowMs))
    .executeTakeFirstOrThrow()
  if (count >= max) return false
  await tx
    .insertInto('attempts')
    .values({ programme_id: programmeId, attempt_kind: kind, subject, attempted_at: now })
    .execute()
  return true
}

export async function forgetAttempts(
  database: Database | Tx,
  { programmeId, kind, subject }: LoginAttempt
): Promise<void> {
  await database
    .deleteFrom('attempts')
    .where(eb => eb.and({ programme_id: programmeId, attempt_kind: kind, subject }))
    .execute()
}
