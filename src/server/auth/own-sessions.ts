import { deviceName } from '#domain/people/device-name.ts'
import type { Database } from '#server/database/schema.ts'
import { notFound } from '#server/http/api-error.ts'
import type { CallingUser } from '#server/http/caller.ts'
import type { RouteOf } from '#server/http/route.ts'
import { IDLE_MS, endSessions } from './sessions.ts'

/** Sessions whose tokens are still accepted. */
const openSessions = (database: Database, { programmeId, userId }: CallingUser, now: Date) =>
  database
    .selectFrom('sessions')
    .where(eb => eb.and({ programme_id: programmeId, user_id: userId }))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>=', new Date(now.getTime() - IDLE_MS))

export const listOwnSessions: RouteOf<'listOwnSessions'> = async (_, { database, caller, now }) => {
  const rows = await openSessions(database, caller, now)
    .select(['session_id', 'user_agent', 'created_at', 'last_seen_at'])
    .orderBy('last_seen_at', 'desc')
    .orderBy('session_id')
    .execute()
  const sessions = rows.map(row => ({
    session_id: row.session_id,
    device_name: deviceName(row.user_agent),
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    is_current: row.session_id === caller.sessionId
  }))
  return { sessions: sessions.toSorted((one, other) => Number(other.is_current) - Number(one.is_current)) }
}

/** Another user's session gives a 404. */
export const endOwnSession: RouteOf<'endOwnSession'> = async ({ params }, { database, caller, now }) => {
  const result = await database
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where(eb => eb.and({ programme_id: caller.programmeId, user_id: caller.userId, session_id: params.id }))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (result.numUpdatedRows === 0n) throw notFound('session')
  return { session_id: params.id }
}

export const endOwnSessions: RouteOf<'endOwnSessions'> = async (_, { database, caller, now }) => ({
  ended_count: await endSessions(database, caller.programmeId, caller.userId, now)
})
