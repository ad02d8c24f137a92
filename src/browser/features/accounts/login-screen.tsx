import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect, useState } from 'react'
import { Link, useSearch } from 'wouter'
import { FormElement } from '#browser/forms/form-element.tsx'
import { FormMessage } from '#browser/forms/form-message.tsx'
import { PasswordInput } from '#browser/forms/password-input.tsx'
import { SubmitButton } from '#browser/forms/submit-button.tsx'
import { $isSigningIn } from '#browser/stores/session.ts'
import { $siteConfig, runtimeConfig } from '#browser/stores/site-config.ts'
import { useChunk } from '#browser/ui/use-chunk.ts'
import { chunk } from '#lib/chunk.ts'
import { paths } from '#programme/paths.ts'
import { AccountFrame, accountColumn } from './account-frame.tsx'
import { CodeInput } from './code-input.tsx'
import { readEarlyInput, takeEarlyInput } from './early-input.ts'
import { EmailInput } from './email-input.tsx'
import { credentialsForm, submitLogin } from './login.ts'

/** Not part of the entry code: the form does without it. */
const unsentNotice = chunk(() => import('./unsent-notice.tsx'))

export default function LoginScreen() {
  return (
    <AccountFrame>
      <LoginForm />
    </AccountFrame>
  )
}

function LoginForm() {
  const search = useSearch()
  const isSigningIn = useStore($isSigningIn)
  const { registration_enabled } = useStore($siteConfig)
  const isCodeAsked = new URLSearchParams(search).get('mfa') === 'required'
  const { productName, programmeName } = runtimeConfig()
  const send = () => submitLogin(search)
  const { module: notice } = useChunk(unsentNotice, 'tryLoad')
  const [focused] = useState(readEarlyInput)
  useLayoutEffect(() => {
    if (takeEarlyInput(focused)) void submitLogin(location.search)
  }, [focused])
  useEffect(() => credentialsForm.reset, [])
  return (
    <FormElement form={credentialsForm} isDisposable className={accountColumn} onSubmit={send}>
      <div>
        <h1>Log in</h1>
        <p className="mt-1 text-ink-3">
          to {productName}, {programmeName}
        </p>
      </div>
      <FormMessage form={credentialsForm} />
      <EmailInput form={credentialsForm} autoFocus={!isCodeAsked} />
      <PasswordInput
        form={credentialsForm}
        name="password"
        autoComplete="current-password"
        className="input-l"
        aside={
          <Link href={paths.forgotPassword()} className="text-small">
            Forgot password?
          </Link>
        }
      />
      {isCodeAsked && <CodeInput form={credentialsForm} onWhole={send} />}
      {notice && <notice.UnsentNotice />}
      <SubmitButton size="l">{isSigningIn ? 'Signing you in…' : 'Log in'}</SubmitButton>
      {registration_enabled && (
        <p className="text-small text-ink-2">
          No account yet?{' '}
          <Link href={paths.register()} className="underline">
            Register
          </Link>
        </p>
      )}
    </FormElement>
  )
}
