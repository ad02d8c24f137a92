import type { Database } from './database/schema.ts'
import type { AttemptTable } from './database/tables/people.ts'

/** Quality: five failures in fifteen minutes lock an account for as long. */
export const MOST_FAILURES = 5
export const WINDOW_MS = 15 * 60 * 1000

interface Attempt {
  programmeId: number
  kind: AttemptTable['attempt_kind']
  subject: string
}

/**
 * Writes an attempt down and answers how many there were in the window, this one included. It is counted before it is judged, so that many
 * at once cannot slip through together; `forgetAttempts` clears them when it was right.
 */
export async function countAttempt(
  database: Database,
  { programmeId, kind, subject }: Attempt,
  now: Date,
  windowMs = WINDOW_MS
): Promise<number> {
  await database.insertInto('attempts').values({ programme_id: programmeId, attempt_kind: kind, subject, attempted_at: now }).execute()
  const row = await database
    .selectFrom('attempts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('programme_id', '=', programmeId)
    .where('attempt_kind', '=', kind)
    .where('subject', '=', subject)
    .where('attempted_at', '>', new Date(now.getTime() - windowMs))
    .executeTakeFirstOrThrow()
  return row.count
}

export async function forgetAttempts(database: Database, { programmeId, kind, subject }: Attempt): Promise<void> {
  await database
    .deleteFrom('attempts')
    .where('programme_id', '=', programmeId)
    .where('attempt_kind', '=', kind)
    .where('subject', '=', subject)
    .execute()
}
