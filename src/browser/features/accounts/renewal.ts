// Renews a session that has ended or is about to, without leaving the page.

import { atom } from 'nanostores'
import { clearToken, readToken, storeToken } from '#browser/api/token.ts'
import { createForm } from '#browser/forms/form-store.ts'
import { required } from '#browser/forms/rules.ts'
import { reloadPage, unsavedWork } from '#browser/navigation/leave.ts'
import {
  $expiredLogin,
  $session,
  $tokenState,
  authenticate,
  refreshDetails,
  userOf,
  type Credentials,
  type LoginOutcome
} from '#browser/stores/session.ts'
import { showRefusal, toastExpired } from './login-refusal.ts'

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
  await followAccess()
  return outcome
}

/** Continues with the stored token if it belongs to the page's user and expires after a time, in seconds. */
function takeStoredToken(after = 0): boolean {
  const { user } = $session.get()
  const stored = userOf(readToken())
  if (!user || stored?.sub !== user.sub || stored.exp <= after) return false
  $session.set({ ...$session.get(), user: { ...stored, details: user.details } })
  $tokenState.set('valid')
  return true
}

/** Continues if the same user has logged in again in another tab. */
export function followRenewal(): void {
  if (takeStoredToken($session.get().user?.exp)) void followAccess()
}

/** A new role or organisation ends sessions. The page then reloads, once its answers are sent or on this device, unless a form would lose something. */
async function followAccess(): Promise<void> {
  const before = $session.get().user?.details
  await refreshDetails()
  const after = $session.get().user?.details
  const isSame =
    before?.role_type_id === after?.role_type_id && before?.organisation_id === after?.organisation_id
  if (before && !isSame && (await unsavedWork()) !== 'lost') reloadPage()
}

/** A login over the page, for one user only. */
export function createRenewal(emailAddress: string) {
  const form = createForm({
    email_address: { label: 'Email address', initial: emailAddress },
    password: { label: 'Password', rules: [required] },
    otp: { label: 'Six-digit code' }
  })
  const $isCodeAsked = atom(false)

  const send = (onDone: () => void, onExpired: () => unknown): Promise<void> =>
    form.submit(async ({ email_address, password, otp }) => {
      const outcome = await renewSession({
        email_address,
        password,
        otp: $isCodeAsked.get() ? otp.trim() || null : null
      })
      if (outcome.is === 'signed-in') return onDone()
      if (outcome.is === 'otp-missing') return $isCodeAsked.set(true)
      form.setValue('otp', '')
      if (outcome.is === 'password-expired') {
        $expiredLogin.set({ email_address, password })
        toastExpired()
        return void onExpired()
      }
      showRefusal(form, outcome.error)
    })

  return { form, $isCodeAsked, send }
}
