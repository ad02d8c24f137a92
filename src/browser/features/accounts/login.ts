// Logs in, and handles each reply (spec 8).

import { navigate } from 'wouter/use-browser-location'
import { createForm } from '#browser/forms/form-store.ts'
import { email, required } from '#browser/forms/rules.ts'
import { safeNext } from '#browser/navigation/redirects.ts'
import { logIn, type LoginOutcome } from '#browser/stores/session.ts'
import { dismissToast, showToast } from '#browser/stores/toasts.ts'
import { paths } from '#programme/paths.ts'
import { showRefusal, toastExpired } from './login-refusal.ts'

/** Lives as long as the page, so that nothing is typed twice when a code is asked for (product 3). */
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
    const outcome = await logIn({
      email_address: email_address.trim(),
      password,
      otp: isCodeAsked ? oneTimeCode(otp) : null
    })
    followOutcome(outcome, query.get('next'))
  })
}

function followOutcome(outcome: LoginOutcome, next: string | null): void {
  credentialsForm.setValue('otp', '')
  if (outcome.is === 'signed-in') {
    credentialsForm.setValue('password', '')
    return navigate(safeNext(next, paths.projects()), { replace: true })
  }
  if (outcome.is === 'password-expired') {
    toastExpired()
    return navigate(paths.forgotPassword())
  }
  if (outcome.is === 'otp-missing') {
    // The specification's text (8).
    showToast({ text: 'MFA token required', status: 'warning' })
    return navigate(paths.login({ mfa: 'required', ...(next !== null && { next }) }))
  }
  refusalToast = showToast({ text: outcome.error, status: 'error' })
  showRefusal(credentialsForm, outcome.error)
}
