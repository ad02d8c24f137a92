import { LOGIN_FAILURE } from '#contract/failures.ts'
import type { Database, Work } from '../database/schema.ts'
import type { AttemptTable } from '../database/tables/people.ts'
import { Refusal } from '../http/refusal.ts'

/** Quality 2: five failures within fifteen minutes lock an account until the oldest of them is older than that. */
const MAX_FAILURES = 5
const LOCKOUT_MS = 15 * 60 * 1000

export const tooManyAttempts = (): Refusal =>
  new Refusal(429, LOGIN_FAILURE.locked, { 'Retry-After': String(LOCKOUT_MS / 1000) })

interface Attempt {
  programmeId: number
  kind: AttemptTable['attempt_kind']
  subject: string
}

interface Allowance {
  max: number
  windowMs: number
}

const FAILURES: Allowance = { max: MAX_FAILURES, windowMs: LOCKOUT_MS }

/**
 * Counts an attempt and returns whether it is allowed. It is counted before the check, so that concurrent attempts cannot slip through;
 * `forgetAttempts` clears the count on success. Refused attempts do not count: otherwise an attacker could lock the
 * owner out forever.
 */
export async function mayAttempt(
  database: Database | Work,
  { programmeId, kind, subject }: Attempt,
  now: Date,
  { max, windowMs }: Allowance = FAILURES
): Promise<boolean> {
  const { attempt_id } = await database
    .insertInto('attempts')
    .values({ programme_id: programmeId, attempt_kind: kind, subject, attempted_at: now })
    .returning('attempt_id')
    .executeTakeFirstOrThrow()
  const { count } = await database
    .selectFrom('attempts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('programme_id', '=', programmeId)
    .where('attempt_kind', '=', kind)
    .where('subject', '=', subject)
    .where('attempted_at', '>', new Date(now.getTime() - windowMs))
    .executeTakeFirstOrThrow()
  if (count <= max) return true
  await database
    .deleteFrom('attempts')
    .where('programme_id', '=', programmeId)
    .where('attempt_id', '=', attempt_id)
    .execute()
  return false
}

export async function forgetAttempts(
  database: Database | Work,
  { programmeId, kind, subject }: Attempt
): Promise<void> {
  await database
    .deleteFrom('attempts')
    .where('programme_id', '=', programmeId)
    .where('attempt_kind', '=', kind)
    .where('subject', '=', subject)
    .execute()
}
