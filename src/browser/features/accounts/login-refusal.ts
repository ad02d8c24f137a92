import type { Form } from '#browser/forms/form-store.ts'
import { showFault } from '#browser/forms/server-fault.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { LOGIN_FAILURE, WRONG_CODE } from '#contract/failures.ts'

/** The text is the specification's (8). */
export const toastExpired = (): unknown =>
  showToast({ text: 'Password Expired, please reset you password', status: 'error' })

/** Says at the field what was not right in a login. */
export function showRefusal(form: Form<'email_address' | 'password' | 'otp'>, error: string): void {
  if (error === LOGIN_FAILURE.incorrect)
    form.refuse('password', `${error}. Check both, or set a new password.`)
  else if (error === LOGIN_FAILURE.invalidOtp) form.refuse('otp', WRONG_CODE)
  else showFault(form, error)
}
