// Loads and changes the user's own account.

import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { $session, refreshDetails } from '#browser/stores/session.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { enableOtp, generateOtp, renewRecoveryCodes } from '#contract/otp.ts'
import { endOwnSession, endOwnSessions, listOwnSessions, type OwnSession } from '#contract/own-sessions.ts'
import { changePassword } from '#contract/password-change.ts'
import { updateUser } from '#contract/users.ts'
import { mapResult, type Result } from '#lib/result.ts'

export type SecondFactorSecret = ReplyOf<typeof generateOtp>

type OwnProfile = Record<'first_name' | 'last_name' | 'job_title', string>

export const $secret = loadableStore<SecondFactorSecret>()
export const $ownSessions = loadableStore<OwnSession[]>()

async function andRefresh<T>(calling: Promise<Result<T>>): Promise<Result<T>> {
  const result = await calling
  if (result.ok) await refreshDetails()
  return result
}

export async function saveProfile(body: OwnProfile): Promise<Result<unknown>> {
  const id = $session.get().user?.details?.user_id ?? 0
  return andRefresh(call(updateUser, { params: { id }, body }))
}

export const setPassword = (currentPassword: string, newPassword: string): Promise<Result<unknown>> =>
  andRefresh(call(changePassword, { body: { current_password: currentPassword, new_password: newPassword } }))

/** A new secret each time: only the last can be turned on. */
export async function loadSecret(): Promise<void> {
  $secret.reset()
  await $secret.load('', () => call(generateOtp))
}

/**
 * The recovery codes are shown once, with the reply that turns it on; the details are reloaded only after
 * they have been seen.
 */
export const turnOn = (currentPassword: string, token: string): Promise<Result<ReplyOf<typeof enableOtp>>> =>
  call(enableOtp, { body: { enabled: true, token, current_password: currentPassword } })

/** These are shown once as well; the details are reloaded only after they have been seen. */
export const renewCodes = (token: string): Promise<Result<ReplyOf<typeof renewRecoveryCodes>>> =>
  call(renewRecoveryCodes, { body: { token } })

export const turnOff = (token: string): Promise<Result<unknown>> =>
  andRefresh(call(enableOtp, { body: { enabled: false, token } }))

export const loadOwnSessions = (): Promise<void> =>
  $ownSessions.load($session.get().user?.sub ?? '', async () =>
    mapResult(await call(listOwnSessions), reply => reply.sessions)
  )

export async function endSessionOf({ session_id }: OwnSession): Promise<Result<unknown>> {
  const result = await call(endOwnSession, { params: { id: session_id } })
  await loadOwnSessions()
  return result
}

export const endAllSessions = (): Promise<Result<unknown>> => call(endOwnSessions)
