// Logs in, and handles each reply (spec 8).

import { navigate } from 'wouter/use-browser-location'
import { createForm } from '#browser/forms/form-store.ts'
import { email, required } from '#browser/forms/rules.ts'
import { safeNext } from '#browser/navigation/redirects.ts'
import { $expiredLogin, logIn, type LoginOutcome } from '#browser/stores/session.ts'
import { dismissToast, showToast } from '#browser/stores/toasts.ts'
import { paths } from '#programme/paths.ts'
import { showRefusal, toastExpired } from './login-refusal.ts'

/** Cleared with the screen, which stays while a code is asked for: nothing is typed twice (product 3), or left for the next person. */
export const credentialsForm = createForm({
  email_address: { label: 'Email address', rules: [required, email] },
  password: { label: 'Password', rules: [required] },
  otp: { label: 'Six-digit code' }
})

/** Six digits are complete, so they are sent without another key press. */
export const isWholeCode = (code: string): boolean => /^\d{6}$/.test(code.trim())

/** The one-time code to send; recovery codes may be longer than six digits. */
const oneTimeCode = (otp: string): string | null => otp.trim() || null

/** The toast of the last refusal; the next attempt dismisses it. */
let refusalToast = 0

/** `search` is the address's query: whether a code is required, and where to go afterwards. */
export function submitLogin(search: string): Promise<void> {
  const query = new URLSearchParams(search)
  const isCodeAsked = query.get('mfa') === 'required'
  return credentialsForm.submit(async ({ email_address, password, otp }) => {
    dismissToast(refusalToast)
    const entered = { email_address: email_address.trim(), password }
    const outcome = await logIn({ ...entered, otp: isCodeAsked ? oneTimeCode(otp) : null })
    if (outcome.is === 'password-expired' && isOnScreen()) $expiredLogin.set(entered)
    followOutcome(outcome, query.get('next'))
  })
}

/** Whether the login form is still open: who has gone on stays where they are. Smaller than `rememberOrigin`, on the page that loads first. */
const isOnScreen = (): boolean => location.pathname === paths.login()

function followOutcome(outcome: LoginOutcome, next: string | null): void {
  credentialsForm.setValue('otp', '')
  const go = (to: string, options?: { replace: boolean }): void =>
    void (isOnScreen() && navigate(to, options))
  if (outcome.is === 'signed-in') return go(safeNext(next, paths.projects()), { replace: true })
  if (outcome.is === 'password-expired') {
    toastExpired()
    return go(paths.forgotPassword())
  }
  if (outcome.is === 'otp-missing') {
    // The specification's text (8).
    showToast({ text: 'MFA token required', status: 'warning' })
    return go(paths.login({ mfa: 'required', ...(next !== null && { next }) }))
  }
  refusalToast = showToast({ text: outcome.error, status: 'error' })
  if (isOnScreen()) showRefusal(credentialsForm, outcome.error)
}
