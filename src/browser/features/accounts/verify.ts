// Confirms an account request with a password (product 6). Opening the page redeems nothing, because mail scanners
// open links.

import { atom } from 'nanostores'
import { navigate } from 'wouter/use-browser-location'
import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { createForm } from '#browser/forms/form-store.ts'
import { email, required, type FieldRule } from '#browser/forms/rules.ts'
import { showFault } from '#browser/forms/server-fault.ts'
import { sameAs, url } from '#browser/forms/value-rules.ts'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import { registerUser, verifyEmail } from '#contract/accounts.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { changePassword } from '#contract/password-change.ts'
import { passwordFault, personalWordsOf } from '#domain/people/password.ts'
import { ok, type Result } from '#lib/result.ts'
import { paths } from '#programme/paths.ts'
import { $registeredEmail } from './register.ts'
import { createResend } from './resend.ts'

export type AccountRequest = ReplyOf<typeof verifyEmail>

/** The code in pasted text: the code itself or the whole link. */
export const pastedCode = (pasted: string): string =>
  pasted
    .trim()
    .replace(/[?#].*$/s, '')
    .replace(/\/+$/, '')
    .split('/')
    .at(-1) ?? ''

const looksLikeCode: FieldRule = value =>
  value === '' || /^[\w-]{10,200}$/.test(pastedCode(value))
    ? null
    : 'Paste the whole link, or the code at its end.'

/** A link that was cut or broken in the email. */
const linkIsWhole: FieldRule = (value, label, all) =>
  /^https?:/i.test(value) ? url(value, label, all) : null

export const createVerifyForm = () =>
  createForm({
    code: { label: 'Code or link from the email', rules: [required, linkIsWhole, looksLikeCode] }
  })

export const openCode = ({ code }: { code: string }): void => navigate(paths.verify(pastedCode(code)))

export function createVerification(code: string) {
  const $request = loadableStore<AccountRequest>({ isOfUser: false })
  const load = (): Promise<void> => $request.load(code, () => call(verifyEmail, { query: { code } }))
  return { $request, load }
}

/** Confirms a request with the password that its account gets. `onEnd` is called on success and when the link no longer works. */
export function createConfirmation(
  code: string,
  request: AccountRequest,
  onEnd: (result: Result<AccountRequest>) => void
) {
  const personalWords = personalWordsOf(request, runtimeConfig())
  const goodPassword: FieldRule = (value, label) => {
    const fault = value === '' ? null : passwordFault(value, { hasSecondFactor: false, personalWords })
    return fault === null ? null : `${label} ${fault}.`
  }
  const form = createForm({
    new_password: { label: 'Password', rules: [required, goodPassword] },
    confirmation: { label: 'Confirm password', rules: [required, sameAs('new_password')] }
  })
  const send = (): Promise<void> =>
    form.submit(async ({ new_password }) => {
      const result = await call(changePassword, { body: { code, new_password } })
      if (result.ok) return onEnd(ok({ ...request, next: 'awaiting_approval' }))
      if (isLinkFault(result.status)) return onEnd(result)
      showFault(form, result.error)
    })
  return { form, personalWords, send }
}

/** The link has expired or is damaged: trying again is of no use. */
const isLinkFault = (status: number | null): boolean => status === 404 || status === 410

/** Sends the verification mail again. The response is the same for every address. */
export function createVerificationResend() {
  const form = createForm({
    email_address: { label: 'Email address', rules: [required, email], initial: $registeredEmail.get() }
  })
  const resend = createResend()
  const $isSent = atom(false)
  const send = (): Promise<void> =>
    form.submit(async values => {
      const email_address = values.email_address.trim()
      const result = await call(registerUser, {
        body: { programme_id: runtimeConfig().programmeId, email_address, resend: true }
      })
      if (!result.ok) return showFault(form, result.error)
      $isSent.set(true)
      resend.start()
    })
  return { form, resend, $isSent, send }
}
