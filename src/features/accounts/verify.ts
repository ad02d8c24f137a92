// Confirms an email address (product 6). Opening the page redeems nothing, because mail scanners open links;
// the click does.
import { atom } from 'nanostores'
import { navigate } from 'wouter/use-browser-location'
import { call } from '#api/call.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { registerUser, verifyEmail } from '#contract/accounts.ts'
import { showFault } from '#forms/server-fault.ts'
import { createForm } from '#forms/form-store.ts'
import { email, required, type Rule } from '#forms/rules.ts'
import { paths } from '#navigation/paths.ts'
import { runtimeConfig } from '#stores/site-config.ts'
import { $registeredEmail } from './register.ts'
import { createResend } from './resend.ts'

export type Verification =
  | { state: 'waiting' | 'busy' | 'expired' | 'damaged' }
  | { state: 'failed'; error: string }
  | { state: 'done'; reply: ReplyOf<typeof verifyEmail> }

/** The code in pasted text: the code itself or the whole link. */
export const codeIn = (pasted: string): string =>
  pasted
    .trim()
    .replace(/[?#].*$/s, '')
    .replace(/\/+$/, '')
    .split('/')
    .at(-1) ?? ''

const looksLikeCode: Rule = value =>
  value === '' || /^[\w-]{10,200}$/.test(codeIn(value))
    ? null
    : 'Paste the whole link, or the code at its end.'

export const createCodeForm = () =>
  createForm({ code: { label: 'Code or link from the email', rules: [required, looksLikeCode] } })

export const openCode = ({ code }: { code: string }): void => navigate(paths.verify(codeIn(code)))

/** The confirmation of one code, started by a click. */
export function createVerification(code: string) {
  const $verification = atom<Verification>({ state: 'waiting' })
  const confirm = async (): Promise<void> => {
    if ($verification.get().state === 'busy') return
    $verification.set({ state: 'busy' })
    const result = await call(verifyEmail, { query: { code } })
    if (result.ok) return $verification.set({ state: 'done', reply: result.value })
    if (result.status === 410) return $verification.set({ state: 'expired' })
    if (result.status === 404 || result.status === 422) return $verification.set({ state: 'damaged' })
    $verification.set({ state: 'failed', error: result.error })
  }
  return { $verification, confirm }
}

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
