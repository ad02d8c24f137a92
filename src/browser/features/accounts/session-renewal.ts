import { atom } from 'nanostores'
import { createForm } from '#browser/forms/form-store.ts'
import { required } from '#browser/forms/rules.ts'
import { renewSession } from '#browser/stores/session.ts'
import { showRefusal } from './login-refusal.ts'

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
