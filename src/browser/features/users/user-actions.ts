// The actions of a row's menu and their messages.

import { atom } from 'nanostores'
import { inviteAgain } from '#browser/stores/invitations.ts'
import { toastOutcome } from '#browser/stores/outcomes.ts'
import { showToast } from '#browser/stores/toasts.ts'
import type { User } from '#contract/users.ts'
import { linksAnHour } from '#domain/people/link-lifetimes.ts'
import { isAdminRole } from '#domain/people/roles.ts'
import type { UserAction } from '#domain/people/user-status.ts'
import { countOf } from '#lib/format.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { failureText } from '#lib/text/offline-text.ts'
import { askToDelete, askToReject, askToResetSecondFactor, askToSuspend } from './danger-dialogs.tsx'
import { openEdit } from './person-dialogs.tsx'
import { userFullName } from './user-labels.ts'
import {
  changeUser,
  decideOnUsers,
  mailPasswordLink,
  mailVerification,
  type Decided,
  type UserDecision
} from './users.ts'

/** Users that the last decision could not be made for, and why. */
export const $pendingDecisions = atom<readonly { user: User; reason: string }[]>([])

const toastUserAction = async (calling: Promise<Result<unknown>>, text: string): Promise<void> => {
  toastOutcome(await calling, text)
}

/** Only programme staff can be approved without an organisation. */
export const needsOrganisation = (user: User, roleTypeId: number | null): boolean =>
  user.organisation_id === null && !isAdminRole(roleTypeId ?? user.role_type_id)

async function approveOne(user: User): Promise<void> {
  if (needsOrganisation(user, null)) {
    openEdit(user)
    return void showToast({ text: `Choose an organisation for ${userFullName(user)} first.`, status: 'info' })
  }
  const result = await decideAll([user], { decision: 'approve', roleTypeId: null, reason: '' })
  if (!result.ok) showToast({ text: failureText(result.error), status: 'error' })
}

export const rejectAll = (users: readonly User[], onDecided: () => void = () => {}): void =>
  askToReject(users, async reason => {
    const result = await decideAll(users, { decision: 'reject', roleTypeId: null, reason })
    if (result.ok) onDecided()
    return result
  })

/** Decides, reports the result, and keeps those that failed with the reason. */
export async function decideAll(users: readonly User[], decision: UserDecision): Promise<Result<Decided>> {
  $pendingDecisions.set([])
  const result = await decideOnUsers(users, decision)
  if (!result.ok) return err(result.error, result.status)
  const { users: decided, failed } = result.value
  const verb = decision.decision === 'approve' ? 'approved' : 'rejected'
  const [only] = users
  if (decided.length > 0)
    showToast({
      text:
        users.length === 1 && only
          ? `${userFullName(only)} is ${verb} and gets an email.`
          : `${countOf(decided.length, 'person is', 'people are')} ${verb} and ${decided.length === 1 ? 'gets' : 'get'} an email.`,
      status: 'success'
    })
  $pendingDecisions.set(
    failed.flatMap(({ user_id, detail }) => {
      const user = users.find(one => one.user_id === user_id)
      return user ? [{ user, reason: refusalReason(verb, detail) }] : []
    })
  )
  return ok(result.value)
}

/** Follows the name. The server's error is a sentence, or begins with a field's name, which the reader does not know. */
function refusalReason(verb: string, detail: string): string {
  if (detail.startsWith('organisation_id:')) return 'has no organisation yet. Choose one first.'
  return detail.endsWith('.') ? `cannot be ${verb}: ${detail}` : detail.replace(/^\w+: /, '')
}

const runUserAction: Record<UserAction, (user: User) => unknown> = {
  approve: approveOne,
  reject: user => rejectAll([user]),
  edit: user => openEdit(user),
  change_role: user => openEdit(user, 'role'),
  reset_password: user =>
    toastUserAction(
      mailPasswordLink(user),
      `We will email a password reset link to ${user.email_address} (at most ${linksAnHour.reset_password} an hour).`
    ),
  reset_second_factor: askToResetSecondFactor,
  invite_again: user =>
    toastUserAction(inviteAgain(user), `Another invitation is on its way to ${user.email_address}.`),
  verify_again: user =>
    toastUserAction(
      mailVerification(user),
      `We will email a confirmation link to ${user.email_address} (at most ${linksAnHour.verify_email} an hour).`
    ),
  suspend: askToSuspend,
  reactivate: user =>
    toastUserAction(
      changeUser(user, { status: 'active' }),
      `${userFullName(user)} is active again and can log in.`
    ),
  reconsider: user =>
    toastUserAction(
      changeUser(user, { status: 'awaiting_approval' }),
      `${userFullName(user)} is waiting for a decision again.`
    ),
  delete: askToDelete
}

export const runAction = (action: UserAction, user: User): void => void runUserAction[action](user)
