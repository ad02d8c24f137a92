// API keys as credentials. A key has 256 random bits, so a plain hash cannot be reversed; a slow one, as for passwords, would cost every call 46 MiB.
// Keys are found by their hash: how long that takes says nothing about another key.

import type { Endpoint } from '#contract/endpoint.ts'
import { keyScopesOf } from '#contract/key-scopes.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { forbiddenError, unauthenticatedError } from '#server/http/api-error.ts'
import type { CallingUser } from '#server/http/caller.ts'
import type { Server } from '#server/http/route.ts'
import { generateCode, programmeOfCode } from './one-time-codes.ts'
import { hashOf } from './second-factor.ts'
import { toCallingUser } from './sessions.ts'

/** No access token begins like this: they are three parts of base64url with dots between them, the first `{"alg":…`. */
const KEY_PREFIX = 'key-'

export const generateKey = (programmeId: number): string => KEY_PREFIX + generateCode(programmeId)

export const isKey = (token: string): boolean => token.startsWith(KEY_PREFIX)

/** The owner of a key, with the permissions that the account has now. Refuses a key that is unknown, revoked or expired, or whose owner may not log in. */
export async function requireKeyOwner(
  { database, programmes }: Pick<Server, 'database' | 'programmes'>,
  key: string,
  now: Date
): Promise<CallingUser> {
  const programmeId = programmeOfCode(key.slice(KEY_PREFIX.length))
  const programme = programmes.find(one => one.programmeId === programmeId)
  const row =
    programme &&
    (await database
      .selectFrom('api_keys as k')
      .innerJoin('users as u', join => inProgramme(join, 'u', 'k', 'user_id'))
      .select(['k.api_key_id', 'k.key_scopes', 'k.created_at', 'k.last_used_at', 'k.user_id'])
      .select(['u.first_name', 'u.last_name', 'u.role_type_id', 'u.organisation_id', 'u.otp_enabled'])
      .where(eb => eb.and({ 'k.programme_id': programme.programmeId, 'k.key_hash': hashOf(key) }))
      .where('k.expires_at', '>', now)
      .where('u.status', '=', 'active')
      .executeTakeFirst())
  if (!row)
    throw unauthenticatedError(
      'This API key is not valid. It has expired or been revoked, or its owner’s account is not active.'
    )
  return toCallingUser(programme, row, {
    sessionId: '',
    loggedInAt: row.created_at,
    lastSeenAt: row.last_used_at ?? new Date(0),
    apiKey: { apiKeyId: row.api_key_id, scopes: row.key_scopes }
  })
}

/** Refuses operations outside the scopes of the caller's API key. Sessions have no such limit. */
export function requireScope(endpoint: Endpoint, { apiKey }: CallingUser): void {
  if (apiKey === undefined) return
  const needed = keyScopesOf(endpoint)
  if (needed.length === 0) throw forbiddenError('API keys cannot call this operation.')
  if (!needed.some(scope => apiKey.scopes.includes(scope)))
    throw forbiddenError(`This API key needs the scope ${needed.join(' or ')}.`)
}
