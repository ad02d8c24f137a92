import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { Link, useSearch } from 'wouter'
import { FormElement } from '#browser/forms/form-element.tsx'
import { FormMessage } from '#browser/forms/form-message.tsx'
import { NewPasswordInputs } from '#browser/forms/new-password-inputs.tsx'
import { PasswordInput } from '#browser/forms/password-input.tsx'
import { SubmitButton } from '#browser/forms/submit-button.tsx'
import { $expiredLogin } from '#browser/stores/session.ts'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import { linkLifetimes } from '#domain/people/link-lifetimes.ts'
import { paths } from '#programme/paths.ts'
import { AccountFrame, AccountHeading, BackToLogin, accountColumn } from './account-frame.tsx'
import { CodeInput } from './code-input.tsx'
import { EmailInput } from './email-input.tsx'
import { createLinkRequest, createPasswordByCode, createRenewedPassword } from './forgot-password.ts'
import { ResendButton } from './resend-button.tsx'

/**
 * Requests a link by mail. With the mail's code, or after a login with an expired password, sets the new
 * password.
 */
export default function ForgotPasswordScreen() {
  const query = new URLSearchParams(useSearch())
  const code = query.get('code')
  const isExpired = useStore($expiredLogin) !== null
  // The next person at this computer must not find the password.
  useEffect(() => () => $expiredLogin.set(null), [])
  return (
    <AccountFrame>
      {code !== null ? (
        <SetPassword key={code} code={code} isInvited={query.has('invited')} />
      ) : isExpired ? (
        <RenewPassword />
      ) : (
        <AskForLink title="Forgot your password?" />
      )}
    </AccountFrame>
  )
}

function AskForLink({ title, intro }: { title: string; intro?: string }) {
  const [{ form, resend, $answer, send }] = useState(createLinkRequest)
  const answer = useStore($answer)
  const { values } = useStore(form.$state)
  useEffect(() => resend.stop, [resend])
  return (
    <FormElement form={form} isDisposable className={accountColumn} onSubmit={send}>
      {answer === '' ? (
        <AccountHeading title={title}>
          {intro ?? 'Enter your email address and we will send you a link to set a new one.'}
        </AccountHeading>
      ) : (
        <div role="status">
          <AccountHeading title="Check your inbox">
            {answer} It works for {linkLifetimes.reset_password.words}. Not there? Check your spam folder and
            the address {values['email_address']}.
          </AccountHeading>
        </div>
      )}
      <FormMessage form={form} />
      <EmailInput form={form} autoFocus />
      {answer === '' ? <SubmitButton size="l">Send link</SubmitButton> : <ResendButton resend={resend} />}
      <BackToLogin />
    </FormElement>
  )
}

function SetPassword({ code, isInvited }: { code: string; isInvited: boolean }) {
  const [{ form, $linkFault, send }] = useState(() => createPasswordByCode(code))
  const linkFault = useStore($linkFault)
  const { productName, programmeName } = runtimeConfig()
  if (linkFault !== '')
    return (
      <AskForLink title="This link does not work" intro={`${linkFault} Enter your address for a new one.`} />
    )
  return (
    <FormElement form={form} isDisposable className={accountColumn} onSubmit={send}>
      {isInvited ? (
        <AccountHeading title={`Welcome to ${productName}`}>
          An account with {programmeName} has been created for you. Choose a password to start using it.
        </AccountHeading>
      ) : (
        <AccountHeading title="Set a new password">
          You will log in with it from now on. Your other devices will be logged out.
        </AccountHeading>
      )}
      <FormMessage form={form} />
      <NewPasswordInputs form={form} autoFocus className="input-l" />
      <SubmitButton size="l">{isInvited ? 'Set password' : 'Change password'}</SubmitButton>
      <BackToLogin />
    </FormElement>
  )
}

function RenewPassword() {
  const [{ form, $isCodeAsked, send }] = useState(createRenewedPassword)
  const isCodeAsked = useStore($isCodeAsked)
  return (
    <FormElement form={form} isDisposable className={accountColumn} onSubmit={send}>
      <AccountHeading title="Your password has expired">
        Choose a new one. If you have forgotten the old one,{' '}
        <Link href={paths.forgotPassword()} onClick={() => $expiredLogin.set(null)} className="underline">
          get a link by email
        </Link>
        .
      </AccountHeading>
      <FormMessage form={form} />
      <EmailInput form={form} />
      <PasswordInput
        form={form}
        name="current_password"
        autoComplete="current-password"
        className="input-l"
      />
      <NewPasswordInputs form={form} className="input-l" />
      {isCodeAsked && <CodeInput form={form} />}
      <SubmitButton size="l">Change password</SubmitButton>
      <BackToLogin />
    </FormElement>
  )
}
