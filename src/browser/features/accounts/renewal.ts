// Renews a session that has ended or is about to, without leaving the page.

import { atom } from 'nanostores'
import { clearToken, readToken, storeToken } from '#browser/api/token.ts'
import { createForm } from '#browser/forms/form-store.ts'
import { required } from '#browser/forms/rules.ts'
import {
  $session,
  $tokenState,
  authenticate,
  userOf,
  type Credentials,
  type LoginOutcome
} from '#browser/stores/session.ts'
import { showRefusal } from './login-refusal.ts'

/** Gets a new token for the user of the page. Another user's login is refused. */
export async function renewSession(credentials: Credentials): Promise<LoginOutcome> {
  const former = readToken()
  const outcome = await authenticate(credentials)
  if (outcome.is !== 'signed-in') return outcome
  if (!takeStoredToken()) {
    clearToken()
    if (former) storeToken(former)
    return { is: 'refused', error: 'This page belongs to another account. Log out to change accounts.' }
  }
  return outcome
}

/** Goes on with the stored token if it is that of the page's user and expires after a time, in seconds. */
function takeStoredToken(after = 0): boolean {
  const { user } = $session.get()
  const stored = userOf(readToken())
  if (!user || stored?.sub !== user.sub || stored.exp <= after) return false
  $session.set({ ...$session.get(), user: { ...stored, details: user.details } })
  $tokenState.set('valid')
  return true
}

/** Goes on if the same user has logged in again in another tab. */
export const followRenewal = (): void => void takeStoredToken($session.get().user?.exp)

/** A login over the page, for one user only. */
export function createRenewal(emailAddress: string) {
  const form = createForm({
    email_address: { label: 'Email address', initial: emailAddress },
    password: { label: 'Password', rules: [required] },
    otp: { label: 'Six-digit code' }
  })
  const $isCodeAsked = atom(false)

  const send = (onDone: () => void): Promise<void> =>
    form.submit(async ({ email_address, password, otp }) => {
      const outcome = await renewSession({
        email_address,
        password,
        otp: $isCodeAsked.get() ? otp.trim() || null : null
      })
      if (outcome.is === 'signed-in') return onDone()
      if (outcome.is === 'otp-missing') return $isCodeAsked.set(true)
      form.setValue('otp', '')
      showRefusal(form, outcome.error)
    })

  return { form, $isCodeAsked, send }
}
