// The users on the screen and all actions of an admin. Every action reloads the page, so that it shows the
// server's state.

import { atom } from 'nanostores'
import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { reloadAfterWrite } from '#browser/api/reload-after-write.ts'
import { invitePerson, type InvitedPerson } from '#browser/stores/invitations.ts'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import { registerUser, resetPassword } from '#contract/accounts.ts'
import type { InputOf, ReplyOf } from '#contract/endpoint.ts'
import { decideUsers, deleteUser, resetOtp } from '#contract/user-admin.ts'
import { listUsers, updateUser, type User, type UserStatus } from '#contract/users.ts'
import { err, mapResult, type Result } from '#lib/result.ts'
import { totalOf } from '#lib/total-of.ts'
import { USERS_PER_PAGE, tabOf, type UserQuery } from './user-query.ts'

export interface UserPage extends ReplyOf<typeof listUsers> {
  total: number
}

export const $users = loadableStore<UserPage>()
/** Counts by status; the last ones stay while the next page loads. */
export const $statusCounts = atom<ReadonlyMap<UserStatus, number> | null>(null)

let latestQuery: UserQuery | null = null

/** Loads a page. The rows stay while another page of the same tab loads; outdated replies are ignored. */
export async function loadUsers(query: UserQuery): Promise<void> {
  latestQuery = query
  await $users.load(query.tab, async isNewest => {
    const asked = listQuery(query)
    const result = await call(listUsers, { query: asked })
    const counts = result.ok ? result.value.status_counts : undefined
    if (counts && isNewest()) $statusCounts.set(new Map(counts.map(({ status, count }) => [status, count])))
    return mapResult(result, reply => ({
      ...reply,
      total: totalOf(reply.total, { ...asked, count: reply.users.length })
    }))
  })
}

const listQuery = ({ tab, text, organisationId, roleTypeId, order, page }: UserQuery) => ({
  programme_id: runtimeConfig().programmeId,
  status: [...tabOf(tab).statuses],
  ...(organisationId !== 0 && { organisation_id: organisationId }),
  ...(roleTypeId !== 0 && { role_type_id: roleTypeId }),
  ...(text.trim() !== '' && { search: text.trim() }),
  sort: order.by,
  direction: order.isDescending ? ('desc' as const) : ('asc' as const),
  limit: USERS_PER_PAGE,
  offset: (page - 1) * USERS_PER_PAGE
})

/** Reloads the same page. */
export async function reloadUsers(): Promise<void> {
  if (latestQuery) await loadUsers(latestQuery)
}

export function resetUsers(): void {
  latestQuery = null
  $users.reset()
  $statusCounts.set(null)
}

/**
 * Shows a change at once where it was made. The page is read again after a refusal as well, because someone else may have been faster.
 */
const reloadUsersAfter = <T>(writing: Promise<Result<T>>): Promise<Result<T>> =>
  reloadAfterWrite(writing, () => void reloadUsers())

export const inviteUserByEmail = (person: InvitedPerson): Promise<Result<User>> =>
  reloadUsersAfter(invitePerson(person))

export const changeUser = (
  { user_id }: User,
  body: InputOf<typeof updateUser>['body']
): Promise<Result<User>> => reloadUsersAfter(call(updateUser, { params: { id: user_id }, body }))

export const mailPasswordLink = ({ email_address }: User): Promise<Result<unknown>> =>
  call(resetPassword, { body: { programme_id: runtimeConfig().programmeId, email_address } })

export const mailVerification = ({ email_address }: User): Promise<Result<unknown>> =>
  call(registerUser, {
    body: { programme_id: runtimeConfig().programmeId, email_address, resend: true }
  })

export const switchSecondFactorOff = ({ user_id }: User): Promise<Result<unknown>> =>
  reloadUsersAfter(call(resetOtp, { params: { id: user_id } }))

export const remove = ({ user_id }: User): Promise<Result<unknown>> =>
  reloadUsersAfter(call(deleteUser, { params: { id: user_id }, body: {} }))

export interface UserDecision {
  decision: 'approve' | 'reject'
  /** Null keeps each user's role. */
  roleTypeId: number | null
  reason: string
}

export type Decided = ReplyOf<typeof decideUsers>

/** Decides on several users at once; those that failed are returned with the reason. */
export function decideOnUsers(
  users: readonly User[],
  { decision, roleTypeId, reason }: UserDecision
): Promise<Result<Decided>> {
  const [first] = users
  if (!first) return Promise.resolve(err('Select at least one user.'))
  const body = users.map(({ user_id }) => ({
    user_id,
    decision,
    ...(roleTypeId !== null && { role_type_id: roleTypeId }),
    ...(reason.trim() !== '' && { reason: reason.trim() })
  }))
  return reloadUsersAfter(call(decideUsers, { params: { id: first.user_id }, body: { users: body } }))
}
