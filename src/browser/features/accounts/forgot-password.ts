// Sets a new password: by the mailed link of a user or an invitation, or because the old one has expired
// (product 7).

import { atom } from 'nanostores'
import { navigate } from 'wouter/use-browser-location'
import { call } from '#browser/api/call.ts'
import { createForm } from '#browser/forms/form-store.ts'
import { email, required, type FieldRule } from '#browser/forms/rules.ts'
import { showFault } from '#browser/forms/server-fault.ts'
import { sameAs } from '#browser/forms/value-rules.ts'
import { rememberOrigin, type ActionOrigin } from '#browser/stores/outcomes.ts'
import { $expiredLogin, $session } from '#browser/stores/session.ts'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { resetPassword } from '#contract/accounts.ts'
import { LOGIN_FAILURE, WRONG_CODE } from '#contract/failures.ts'
import { changePassword } from '#contract/password-change.ts'
import { passwordFault } from '#domain/people/password.ts'
import { paths } from '#programme/paths.ts'
import { credentialsForm as loginForm } from './login.ts'
import { createResend } from './resend.ts'

/**
 * With a second factor eight characters are enough; the server knows who has one and asks the others for
 * more.
 */
const goodPassword: FieldRule = (value, label) => {
  const fault = value === '' ? null : passwordFault(value, { hasSecondFactor: true })
  return fault === null ? null : `${label} ${fault}.`
}

const newPassword = {
  new_password: { label: 'New password', rules: [required, goodPassword] },
  confirmation: { label: 'Confirm new password', rules: [required, sameAs('new_password')] }
}

export function createLinkRequest() {
  const form = createForm({
    email_address: { label: 'Email address', rules: [required, email], initial: $session.get().userEmail }
  })
  const resend = createResend()
  /** The server's reply, the same for every address; empty before the request. */
  const $answer = atom('')
  const send = (): Promise<void> =>
    form.submit(async values => {
      const result = await call(resetPassword, {
        body: { programme_id: runtimeConfig().programmeId, email_address: values.email_address.trim() }
      })
      if (!result.ok) return showFault(form, result.error)
      $answer.set(result.value.detail)
      resend.start()
    })
  return { form, resend, $answer, send }
}

/** Sets a password with a mailed code. */
export function createPasswordByCode(code: string) {
  const form = createForm(newPassword)
  /** Why the link is invalid; empty as long as it may be valid. */
  const $linkFault = atom('')
  const send = (): Promise<void> =>
    form.submit(async ({ new_password }) => {
      const origin = rememberOrigin()
      const result = await call(changePassword, { body: { code, new_password } })
      if (result.ok) return finish(origin)
      if (result.status === 404 || result.status === 410) return $linkFault.set(result.error)
      showFault(form, result.error)
    })
  return { form, $linkFault, send }
}

/** Replaces an expired password, with the old one as proof. */
export function createRenewedPassword() {
  const { email_address = '', password = '' } = $expiredLogin.get() ?? {}
  const form = createForm({
    email_address: { label: 'Email address', rules: [required, email], initial: email_address },
    current_password: { label: 'Old password', rules: [required], initial: password },
    ...newPassword,
    otp: { label: 'Six-digit code' }
  })
  const $isCodeAsked = atom(false)
  const send = (): Promise<void> =>
    form.submit(async values => {
      const origin = rememberOrigin()
      const emailAddress = values.email_address.trim()
      const body = {
        programme_id: runtimeConfig().programmeId,
        email_address: emailAddress,
        current_password: values.current_password,
        new_password: values.new_password,
        ...($isCodeAsked.get() && { otp: values.otp.trim() || null })
      }
      // Someone else may be logged in here.
      const result = await call(changePassword, { body }, { isAnonymous: true })
      if (result.ok) return finish(origin, emailAddress)
      if (result.error === LOGIN_FAILURE.missingOtp) return askCode()
      if (result.error === LOGIN_FAILURE.invalidOtp) return form.refuse('otp', WRONG_CODE)
      showFault(form, result.error)
    })
  const askCode = (): void => {
    form.setMessage('Enter the code from your authenticator app as well.')
    $isCodeAsked.set(true)
  }
  return { form, $isCodeAsked, send }
}

function finish(origin: ActionOrigin, emailAddress?: string): void {
  showToast({ text: 'Your password has been changed. Log in with the new one.', status: 'success' })
  if (!origin.isOnScreen()) return
  if (emailAddress !== undefined) loginForm.setValue('email_address', emailAddress)
  navigate(paths.login(), { replace: true })
}
