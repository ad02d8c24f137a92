import { randomUUID } from 'node:crypto'
import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'
import { TokenClaims } from '#contract/auth.ts'
import { personName } from '#domain/people/full-name.ts'
import type { Row } from '#server/database/column-types.ts'
import { prepared } from '#server/database/connections/prepared.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { transaction } from '#server/database/transaction.ts'
import type { CallingUser } from '#server/http/caller.ts'
import { programmeOf, type RunningProgramme } from '#server/http/programme.ts'
import type { Server } from '#server/http/route.ts'
import type { SecretFor } from '#server/http/route.ts'
import { requireCurrentLogin, type ProvedLogin } from './credentials.ts'

/** Quality 2: at most 4 hours, and at most 60 minutes without a call. */
export const SESSION_MS = 4 * 60 * 60 * 1000
export const IDLE_MS = 60 * 60 * 1000
/** How often the last call of a session or an API key is recorded. */
const TOUCH_MS = 60 * 1000

const SignedClaims = v.object({ ...TokenClaims.entries, sid: v.string() })

/**
 * Starts a session for a proved credential, if that is still the account's current one. The token is valid only as long as the session's row
 * exists.
 */
export async function startSession(
  database: Database,
  secretFor: SecretFor,
  proved: ProvedLogin,
  now: Date,
  userAgent = ''
): Promise<string> {
  const sessionId = randomUUID()
  const expires = new Date(now.getTime() + SESSION_MS)
  const { programme_id, user_id } = proved
  const roleTypeId = await transaction(database, async tx => {
    const { role_type_id } = await requireCurrentLogin(tx, proved, now)
    await tx
      .insertInto('sessions')
      .values({
        programme_id,
        session_id: sessionId,
        user_id,
        created_at: now,
        last_seen_at: now,
        expires_at: expires,
        revoked_at: null,
        user_agent: userAgent
      })
      .execute()
    return role_type_id
  })
  const [key] = await secretFor(programme_id)
  return new SignJWT({ role_type_id: roleTypeId, programme_id, sid: sessionId })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(String(user_id))
    .setAudience(String(programme_id))
    .setIssuedAt(seconds(now))
    .setExpirationTime(seconds(expires))
    .sign(key)
}

type TokenCheck = Pick<Server, 'database' | 'programmes' | 'secretFor'>

/** The user of a token; null if the token or its session is invalid or the user may no longer log in. */
export async function userOfToken(
  { database, programmes, secretFor }: TokenCheck,
  token: string,
  now: Date
): Promise<CallingUser | null> {
  const claims = await verifiedClaims({ programmes, secretFor }, token, now)
  if (!claims) return null
  const session = await database
    .selectFrom('sessions as s')
    .innerJoin('users as u', join => inProgramme(join, 'u', 's', 'user_id'))
    .modifyFront(prepared)
    .select([
      's.session_id',
      's.user_id',
      's.created_at',
      's.last_seen_at',
      's.expires_at',
      's.revoked_at',
      'u.first_name',
      'u.last_name',
      'u.role_type_id',
      'u.organisation_id',
      'u.status',
      'u.otp_enabled'
    ])
    .where(eb => eb.and({ 's.programme_id': claims.programme_id, 's.session_id': claims.sid }))
    .executeTakeFirst()
  if (!session || session.revoked_at || session.status !== 'active' || String(session.user_id) !== claims.sub)
    return null
  if (now >= session.expires_at || idleTime(session.last_seen_at, now) > IDLE_MS) return null
  return toCallingUser(programmeOf(programmes, claims.programme_id), session, {
    sessionId: session.session_id,
    loggedInAt: session.created_at,
    lastSeenAt: session.last_seen_at
  })
}

/** Whether the programme demands a second factor that the user has not set up. */
export const lacksSecondFactor = (
  { otpRequired }: Pick<RunningProgramme, 'otpRequired'>,
  { otp_enabled }: Pick<Row<'users'>, 'otp_enabled'>
): boolean => !otp_enabled && otpRequired === true

/** A user as the caller, with the permissions that the account has now. */
export const toCallingUser = (
  programme: RunningProgramme,
  user: Pick<
    Row<'users'>,
    'user_id' | 'first_name' | 'last_name' | 'role_type_id' | 'organisation_id' | 'otp_enabled'
  >,
  by: Pick<CallingUser, 'sessionId' | 'loggedInAt' | 'lastSeenAt' | 'apiKey'>
): CallingUser => ({
  kind: 'user',
  programmeId: programme.programmeId,
  timeZone: programme.timeZone,
  userId: user.user_id,
  fullName: personName(user) ?? '',
  roleTypeId: user.role_type_id,
  organisationId: user.organisation_id,
  mustSetUpSecondFactor: lacksSecondFactor(programme, user),
  ...by
})

async function verifiedClaims(
  { programmes, secretFor }: Pick<Server, 'programmes' | 'secretFor'>,
  token: string,
  now: Date
): Promise<v.InferOutput<typeof SignedClaims> | null> {
  try {
    const { programme_id } = v.parse(SignedClaims, decodeJwt(token))
    // Not verified yet: no key is looked up, let alone created, for a programme that only the token names.
    if (!programmes.some(programme => programme.programmeId === programme_id)) return null
    const options = { algorithms: ['HS256'], audience: String(programme_id), currentDate: now }
    const [key, ...replaced] = await secretFor(programme_id)
    const { payload } = await replaced.reduce(
      (verified, other) => verified.catch(() => jwtVerify(token, other, options)),
      jwtVerify(token, key, options)
    )
    return v.parse(SignedClaims, payload)
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof v.ValiError) return null
    throw error
  }
}

const idleTime = (lastSeenAt: Date, now: Date): number => now.getTime() - lastSeenAt.getTime()

/** Records that a session is in use, which keeps it from ending for lack of activity, or when an API key was used. */
export async function recordActivity(
  database: Database,
  { programmeId, sessionId, lastSeenAt, apiKey }: CallingUser,
  now: Date
): Promise<void> {
  if (idleTime(lastSeenAt, now) <= TOUCH_MS) return
  if (apiKey) return recordKeyUse(database, programmeId, apiKey.apiKeyId, now)
  await database
    .updateTable('sessions')
    .set({ last_seen_at: now })
    .where(eb => eb.and({ programme_id: programmeId, session_id: sessionId }))
    .execute()
}

/** Once a minute, even if a program makes many calls at once. */
async function recordKeyUse(
  database: Database,
  programmeId: number,
  apiKeyId: number,
  now: Date
): Promise<void> {
  await database
    .updateTable('api_keys')
    .set({ last_used_at: now })
    .where(eb => eb.and({ programme_id: programmeId, api_key_id: apiKeyId }))
    .where(is =>
      is.or([is('last_used_at', 'is', null), is('last_used_at', '<', new Date(now.getTime() - TOUCH_MS))])
    )
    .execute()
}

/** Ends one session: its user has logged out. */
export async function endStoredSession(
  database: Database,
  programmeId: number,
  sessionId: string,
  now: Date
): Promise<void> {
  await database
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where(eb => eb.and({ programme_id: programmeId, session_id: sessionId }))
    .execute()
}

/**
 * Ends a user's sessions, for example when their role or password changes; the session that made the change
 * may stay.
 */
export async function endSessions(
  database: Database | Tx,
  programmeId: number,
  userId: number,
  now: Date,
  exceptSessionId = ''
): Promise<number> {
  const result = await database
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where(eb => eb.and({ programme_id: programmeId, user_id: userId }))
    .where('session_id', '!=', exceptSessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000)
