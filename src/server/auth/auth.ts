import { LOGIN_FAILURE } from '#contract/failures.ts'
import { isLongPassword, isPasswordDue } from '#domain/people/password.ts'
import type { Database } from '#server/database/schema.ts'
import { ApiError } from '#server/http/api-error.ts'
import { programmeOf } from '#server/http/programme.ts'
import type { RouteOf } from '#server/http/route.ts'
import { requireActive, type Credential } from './credentials.ts'
import { forgetAttempts, mayAttempt, tooManyAttempts } from './lockout.ts'
import { withPasswords } from './passwords.ts'
import { requireCodeOrRecovery } from './second-factor-check.ts'
import { endStoredSession, startSession } from './sessions.ts'

/** The reply has the same text and timing whether the address or the password is wrong. */
export const login: RouteOf<'login'> = async (
  { body },
  { database, programmes, secretFor, now, userAgent }
) => {
  const attempt = { programmeId: body.programme_id, kind: 'password', subject: body.email_address } as const
  // Checked before hashing: a programme that is not served costs nothing.
  const programme = programmeOf(programmes, body.programme_id)
  const user = await withPasswords(async ({ verify }) => {
    if (!(await mayAttempt(database, attempt, now))) throw tooManyAttempts()
    const found = await findUserByEmail(database, body.programme_id, body.email_address)
    return (await verify(body.password, found?.password_hash ?? null)) ? found : undefined
  })
  if (user === undefined) throw new ApiError(401, LOGIN_FAILURE.incorrect)
  requireActive(user.status)
  await forgetAttempts(database, attempt)
  const code = await requireCodeOrRecovery(database, user, body.otp, now)
  if (isPasswordDue(user, body.password, programme.passwordMaxAgeDays, now))
    throw new ApiError(403, LOGIN_FAILURE.passwordExpired)
  const access_token = await startSession(database, secretFor, { ...user, code }, now, userAgent)
  await recordLogin(database, user, body.password, now)
  return { access_token, token_type: 'bearer' }
}

async function recordLogin(
  database: Database,
  { programme_id, user_id, password_hash }: Credential,
  password: string,
  now: Date
): Promise<void> {
  await database
    .updateTable('users')
    .set({ last_login_at: now, has_long_password: isLongPassword(password) })
    .where(eb => eb.and({ programme_id, user_id }))
    .where('password_hash', '=', password_hash)
    .execute()
}

export const logout: RouteOf<'logout'> = async (_, { database, caller, now }) => {
  await endStoredSession(database, caller.programmeId, caller.sessionId, now)
  return { is_ended: true }
}

function findUserByEmail(database: Database, programmeId: number, emailAddress: string) {
  return database
    .selectFrom('users')
    .selectAll()
    .where(eb => eb.and({ programme_id: programmeId, email_address: emailAddress }))
    .executeTakeFirst()
}
