import { startSession } from '#server/auth/sessions.ts'
import type { Database } from '#server/database/schema.ts'
import type { SecretFor } from '#server/http/route.ts'

/** An access token of an account, as after a login with its current credential. */
export async function logInAs(
  database: Database,
  secretFor: SecretFor,
  { programmeId, emailAddress }: { programmeId: number; emailAddress: string },
  now: Date
): Promise<string> {
  const account = await database
    .selectFrom('users')
    .selectAll()
    .where('programme_id', '=', programmeId)
    .where('email_address', '=', emailAddress)
    .executeTakeFirstOrThrow()
  return startSession(database, secretFor, { ...account, code: null }, now)
}
