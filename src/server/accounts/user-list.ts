import type { UserSort } from '#contract/users.ts'
import { onlyOrganisation } from '#server/auth/ownership.ts'
import { likePattern } from '#server/database/like.ts'
import type { Database } from '#server/database/schema.ts'
import { notFound } from '#server/http/api-error.ts'
import type { CallingUser } from '#server/http/caller.ts'
import type { RouteOf } from '#server/http/route.ts'
import { toUserReply, selectUsers } from './user-rows.ts'

type Query = Parameters<RouteOf<'listUsers'>>[0]['query']
type UserSelection = ReturnType<typeof selectUsers>

/** A page of matching users, with totals over all of them. */
export async function pageOfUsers(
  database: Database,
  caller: CallingUser,
  query: Query
): ReturnType<RouteOf<'listUsers'>> {
  const matching = matchingUsers(database, caller, query)
  const users = query.status === undefined ? matching : matching.where('u.status', 'in', query.status)
  const rows = await sortUsers(users, query).limit(query.limit).offset(query.offset).execute()
  const summary = await users
    .clearSelect()
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.count<number>('u.organisation_id').distinct().as('organisation_count'),
      fn.min('u.created_at').as('oldest_created_at')
    ])
    .executeTakeFirstOrThrow()
  const counts = await matching
    .clearSelect()
    .select(['u.status', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('u.status')
    .execute()
  return {
    users: rows.map(toUserReply),
    ...summary,
    oldest_created_at: summary.oldest_created_at?.toISOString() ?? null,
    status_counts: counts.flatMap(({ status, count }) => (status === 'deleted' ? [] : [{ status, count }]))
  }
}

/** Users that match everything but the status: all for admins, their own organisation's for leads. */
function matchingUsers(database: Database, caller: CallingUser, query: Query): UserSelection {
  const organisationId = onlyOrganisation(caller) ?? query.organisation_id
  if (query.organisation_id !== undefined && query.organisation_id !== organisationId)
    throw notFound('organisation')
  let users = selectUsers(database, caller.programmeId)
  if (organisationId !== undefined) users = users.where('u.organisation_id', '=', organisationId)
  if (query.role_type_id !== undefined) users = users.where('u.role_type_id', '=', query.role_type_id)
  for (const word of query.search?.split(/\s+/).filter(Boolean) ?? []) {
    const like = likePattern(word)
    users = users.where(is =>
      is.or([
        is('u.first_name', 'ilike', like),
        is('u.last_name', 'ilike', like),
        is('u.email_address', 'ilike', like)
      ])
    )
  }
  return users
}

const sortColumns = {
  name: 'u.last_name',
  organisation: 'o.organisation_name',
  created: 'u.created_at',
  last_login: 'u.last_login_at'
} as const satisfies Record<UserSort, string>

/**
 * Unknown values come last in either direction. Equal rows have a stable order, so that no row appears on
 * two pages.
 */
const sortUsers = (users: UserSelection, { sort, direction }: Query): UserSelection =>
  users
    .orderBy(sortColumns[sort], order => (direction === 'asc' ? order.asc() : order.desc()).nullsLast())
    .orderBy('u.last_name')
    .orderBy('u.first_name')
    .orderBy('u.user_id')
