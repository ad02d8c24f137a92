// What admins do with other users' accounts.

import { isAdminRole, ROLE } from '#domain/people/roles.ts'
import { lacksReason } from '#domain/people/user-status.ts'
import { issueCode, revokeCodes } from '#server/auth/one-time-codes.ts'
import { mayActFor } from '#server/auth/ownership.ts'
import { gatherRecorded, recordActs } from '#server/auth/record-acts.ts'
import { endSessions } from '#server/auth/sessions.ts'
import type { Tx } from '#server/database/schema.ts'
import { transaction } from '#server/database/transaction.ts'
import { ApiError, requireFound, invalid, notFound } from '#server/http/api-error.ts'
import type { CallingUser } from '#server/http/caller.ts'
import { programmeOf, type RunningProgramme } from '#server/http/programme.ts'
import { inTransaction, type Recorded, type RouteOf } from '#server/http/route.ts'
import { revocation } from './api-keys.ts'
import { mayInvite, mayMail, type RequestedMail } from './mail-limits.ts'
import { mailTemplates } from './mail-templates.ts'
import { writeMail } from './outbox.ts'
import { changeStatus } from './status.ts'
import {
  toUserReply,
  lockAccounts,
  recordedAccess,
  requireGrantable,
  requireManageable,
  requireUserOrganisation,
  requireUser
} from './user-rows.ts'

type InviteBody = Parameters<RouteOf<'inviteUser'>>[0]['body']
type InvitationBody = Exclude<InviteBody, { resend: true }>

export const inviteUser: RouteOf<'inviteUser'> = async ({ body }, { database, caller, programmes, now }) => {
  const programme = programmeOf(programmes, caller.programmeId)
  const { programmeId } = caller
  if (!isAdminRole(caller.roleTypeId) && !(await mayInvite(database, programmeId, caller.userId, now)))
    throw new ApiError(429, 'You have sent 20 invitations today. Try again tomorrow.')
  return transaction(database, async tx => {
    await lockAccounts(tx, caller)
    const userId =
      'resend' in body
        ? await requireInvited(tx, caller, body.email_address)
        : await addInvited(tx, caller, body, now)
    await requireMailAllowed(tx, caller, { kind: 'invitation', emailAddress: body.email_address }, now)
    const code = await issueCode(tx, { programmeId, emailAddress: body.email_address }, 'invite', now)
    await writeMail(tx, programmeId, body.email_address, mailTemplates.invite(programme, code), now)
    const invited = await requireUser(tx, programmeId, userId)
    const act = { kind: 'user_invited', user_id: userId, value_after: recordedAccess(invited) } as const
    return recordActs(tx, { ...caller, now }, 'resend' in body ? [] : [act], toUserReply(invited))
  })
}

async function addInvited(tx: Tx, caller: CallingUser, body: InvitationBody, now: Date): Promise<number> {
  if (!mayActFor(caller, body.organisation_id ?? 0)) throw notFound('organisation')
  requireGrantable(caller, body.role_type_id)
  await requireUserOrganisation(tx, caller.programmeId, body.organisation_id, body.role_type_id)
  const user = await tx
    .insertInto('users')
    .values({
      programme_id: caller.programmeId,
      organisation_id: body.organisation_id,
      email_address: body.email_address,
      first_name: body.first_name,
      last_name: body.last_name,
      job_title: '',
      role_type_id: body.role_type_id,
      status: 'invited',
      otp_enabled: false,
      created_at: now
    })
    .onConflict(conflict => conflict.columns(['programme_id', 'email_address']).doNothing())
    .returning(['programme_id', 'user_id'])
    .executeTakeFirst()
  if (user === undefined) throw invalid('email_address', 'already has an account')
  return user.user_id
}

/** An invited user who has not accepted yet. */
async function requireInvited(tx: Tx, caller: CallingUser, emailAddress: string): Promise<number> {
  const row = await tx
    .selectFrom('users')
    .select('user_id')
    .where(eb => eb.and({ programme_id: caller.programmeId, email_address: emailAddress, status: 'invited' }))
    .$if(!isAdminRole(caller.roleTypeId), query =>
      query.where('organisation_id', '=', caller.organisationId ?? 0)
    )
    .executeTakeFirst()
  const user = await requireManageable(tx, caller, requireFound(row, 'invitation').user_id)
  await requireUserOrganisation(tx, caller.programmeId, user.organisation_id, user.role_type_id)
  return user.user_id
}

/** Every mail counts towards the limit: a deleted user can be invited again, and a decision can be undone. */
async function requireMailAllowed(
  tx: Tx,
  caller: CallingUser,
  { kind, emailAddress }: Pick<RequestedMail, 'kind' | 'emailAddress'>,
  now: Date
): Promise<void> {
  const { programmeId, userId } = caller
  if (!(await mayMail(tx, { kind, programmeId, emailAddress, requester: `user ${userId}` }, now)))
    throw new ApiError(429, 'We have sent three emails to this address in the last hour. Try again later.')
}

type DecisionBody = Parameters<RouteOf<'decideUsers'>>[0]['body']['users'][number]

type DecidedUser = Recorded<
  { user_id: number; status: 'active' | 'rejected' },
  'user_approved' | 'user_rejected'
>

/** Decisions are independent: a failed one is returned with its reason and does not block the others. */
export const decideUsers: RouteOf<'decideUsers'> = async ({ params, body }, context) => {
  if (body.users[0]?.user_id !== params.id) throw invalid('users', 'must begin with the user of the address')
  const users: DecidedUser[] = []
  const failed: { user_id: number; detail: string }[] = []
  const { database, caller, programmes, now } = context
  const programme = programmeOf(programmes, caller.programmeId)
  for (const decision of body.users) {
    try {
      users.push(await transaction(database, tx => decideUser(tx, caller, decision, { programme, now })))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      failed.push({ user_id: decision.user_id, detail: error.message })
    }
  }
  return gatherRecorded(users, decided => ({ users: [...decided], failed }))
}

async function decideUser(
  tx: Tx,
  caller: CallingUser,
  decision: DecisionBody,
  { programme, now }: { programme: RunningProgramme; now: Date }
): Promise<DecidedUser> {
  await lockAccounts(tx, caller)
  const user = await requireManageable(tx, caller, decision.user_id)
  if (lacksReason(decision.decision, decision.reason)) throw invalid('reason', 'is required to reject')
  const isApproved = decision.decision === 'approve'
  const roleTypeId = decision.role_type_id ?? user.role_type_id
  const organisationId = decision.organisation_id ?? user.organisation_id
  if (isApproved) {
    requireGrantable(caller, roleTypeId)
    await requireUserOrganisation(tx, caller.programmeId, organisationId, roleTypeId)
  }
  const account = { programme_id: caller.programmeId, user_id: user.user_id }
  if (!(await changeStatus(tx, account, decision.decision)))
    throw invalid('user_id', 'is not waiting for a decision')
  await tx
    .updateTable('users')
    .set(
      isApproved
        ? { role_type_id: roleTypeId, organisation_id: organisationId }
        : { role_type_id: ROLE.viewer }
    )
    .where(eb => eb.and({ programme_id: caller.programmeId, user_id: user.user_id }))
    .execute()
  await requireMailAllowed(tx, caller, { kind: 'decision', emailAddress: user.email_address }, now)
  const mail = isApproved
    ? mailTemplates.approved(programme)
    : mailTemplates.rejected(programme, decision.reason ?? '')
  await writeMail(tx, caller.programmeId, user.email_address, mail, now)
  const { user_id } = user
  const after = await requireUser(tx, caller.programmeId, user_id)
  const act = {
    kind: isApproved ? 'user_approved' : 'user_rejected',
    user_id,
    value_before: recordedAccess(user),
    value_after: recordedAccess(after)
  } as const
  return recordActs(tx, { ...caller, now }, [act], { user_id, status: isApproved ? 'active' : 'rejected' })
}

export const deleteUser: RouteOf<'deleteUser'> = inTransaction(async (tx, { params }, { caller, now }) => {
  await lockAccounts(tx, caller)
  await requireManageable(tx, caller, params.id)
  if (!(await changeStatus(tx, { programme_id: caller.programmeId, user_id: params.id }, 'delete')))
    throw notFound('user')
  await revokeCodes(tx, { programme_id: caller.programmeId, user_id: params.id }, now)
  // The row stays, because the user is the author of what they entered; the address can be used again.
  await tx
    .updateTable('users')
    .set({
      email_address: `deleted-${params.id}@invalid`,
      password_hash: null,
      otp_secret: null,
      otp_enabled: false
    })
    .where(eb => eb.and({ programme_id: caller.programmeId, user_id: params.id }))
    .execute()
  await endSessions(tx, caller.programmeId, params.id, now)
  const keys = await tx
    .deleteFrom('api_keys')
    .where(eb => eb.and({ programme_id: caller.programmeId, user_id: params.id }))
    .returning(['user_id', 'api_key_id'])
    .execute()
  const subject = { user_id: params.id }
  const acts = keys.map(revocation)
  return recordActs(tx, { ...caller, now }, [{ kind: 'user_deleted', ...subject }, ...acts], subject)
})

export const resetOtp: RouteOf<'resetOtp'> = inTransaction(async (tx, { params }, { caller, now }) => {
  await lockAccounts(tx, caller)
  await requireManageable(tx, caller, params.id)
  await tx
    .updateTable('users')
    .set({ otp_enabled: false, otp_secret: null, otp_last_step: null })
    .where(eb => eb.and({ programme_id: caller.programmeId, user_id: params.id }))
    .execute()
  await tx
    .deleteFrom('recovery_codes')
    .where(eb => eb.and({ programme_id: caller.programmeId, user_id: params.id }))
    .execute()
  await endSessions(tx, caller.programmeId, params.id, now)
  const act = { kind: 'second_factor_reset', user_id: params.id } as const
  return recordActs(tx, { ...caller, now }, [act], { user_id: params.id, otp_enabled: false as const })
})
