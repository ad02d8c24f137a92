import { useStore } from '@nanostores/react'
import { useLayoutEffect, useState } from 'react'
import { Link, useSearch } from 'wouter'
import { FormElement } from '#browser/forms/form-element.tsx'
import { FormMessage } from '#browser/forms/form-message.tsx'
import { PasswordInput } from '#browser/forms/password-input.tsx'
import { paths } from '#programme/paths.ts'
import { $isSigningIn } from '#browser/stores/session.ts'
import { $siteConfig, runtimeConfig } from '#browser/stores/site-config.ts'
import { Button } from '#browser/ui/button.tsx'
import { AccountFrame, accountColumn } from './account-frame.tsx'
import { EmailInput } from './email-input.tsx'
import { CodeInput } from './code-input.tsx'
import { readEarlyInput, takeEarlyInput } from './early-input.ts'
import { form, submitLogin } from './login.ts'

export default function LoginScreen() {
  return (
    <AccountFrame>
      <LoginForm />
    </AccountFrame>
  )
}

function LoginForm() {
  const search = useSearch()
  const { isBusy } = useStore(form.$state)
  const isSigningIn = useStore($isSigningIn)
  const { registration_enabled } = useStore($siteConfig)
  const isCodeAsked = new URLSearchParams(search).get('mfa') === 'required'
  const { productName, programmeName } = runtimeConfig()
  const send = () => submitLogin(search)
  const [focused] = useState(readEarlyInput)
  useLayoutEffect(() => takeEarlyInput(focused), [focused])
  return (
    <FormElement form={form} isDisposable className={accountColumn} onSubmit={send}>
      <div>
        <h1>Log in</h1>
        <p className="mt-1 text-ink-3">
          to {productName}, {programmeName}
        </p>
      </div>
      <FormMessage form={form} />
      <EmailInput form={form} autoFocus={!isCodeAsked} />
      <PasswordInput
        form={form}
        name="password"
        autoComplete="current-password"
        className="input-l"
        aside={
          <Link href={paths.forgotPassword()} className="text-small">
            Forgot password?
          </Link>
        }
      />
      {isCodeAsked && <CodeInput form={form} onWhole={send} />}
      <Button type="submit" kind="main" size="l" busy={isBusy}>
        {isSigningIn ? 'Signing you in…' : 'Log in'}
      </Button>
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
