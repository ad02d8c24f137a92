import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Link } from 'wouter'
import { linkLifetimes } from '#domain/link-lifetimes.ts'
import { FormElement } from '#forms/form-element.tsx'
import { TextInput } from '#forms/text-input.tsx'
import { paths } from '#navigation/paths.ts'
import { runtimeConfig } from '#stores/site-config.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { AccountFrame, AccountHeading, BackToLogin, accountColumn } from './account-frame.tsx'
import { $registeredEmail } from './register.ts'
import { ResendVerification } from './resend-verification.tsx'
import { createCodeForm, createVerification, openCode, type Verification } from './verify.ts'

/** /verify: what to do with the mail. /verify/{id}: confirms with its code. */
export default function VerifyScreen({ id }: { id?: string }) {
  return <AccountFrame>{id === undefined ? <CheckInbox /> : <Confirm key={id} code={id} />}</AccountFrame>
}

function CheckInbox() {
  const emailAddress = useStore($registeredEmail)
  return (
    <div className={accountColumn}>
      <AccountHeading title="Check your inbox">
        {emailAddress === '' ? (
          'Open the link in the email that we sent you to confirm your email address.'
        ) : (
          <>
            If <strong className="font-medium">{emailAddress}</strong> is new here, a link is on its way to
            it. Open it to confirm the address.
          </>
        )}{' '}
        Not there? Check your spam folder.
      </AccountHeading>
      <PasteCode />
      <ResendVerification />
      <BackToLogin />
    </div>
  )
}

function PasteCode() {
  const [form] = useState(createCodeForm)
  return (
    <FormElement
      form={form}
      isDisposable
      className="grid gap-3"
      onSubmit={() => form.submit(async values => openCode(values))}
    >
      <TextInput
        form={form}
        name="code"
        autoComplete="off"
        spellCheck={false}
        className="input-l"
        hint="Use this if the link does not open."
      />
      <Button type="submit" size="l" className="justify-self-start">
        Continue
      </Button>
    </FormElement>
  )
}

function Confirm({ code }: { code: string }) {
  const [{ $verification, confirm }] = useState(() => createVerification(code))
  const verification = useStore($verification)
  return (
    <div className={accountColumn}>
      {verification.state === 'done' ? (
        <Done {...verification.reply} />
      ) : (
        <Open verification={verification} onConfirm={() => void confirm()} />
      )}
      {verification.state === 'expired' && <ResendVerification />}
      {verification.state === 'damaged' && <PasteCode />}
    </div>
  )
}

function Open({
  verification,
  onConfirm
}: {
  verification: Exclude<Verification, { state: 'done' }>
  onConfirm: () => void
}) {
  const { productName } = runtimeConfig()
  if (verification.state === 'expired')
    return (
      <div role="alert">
        <AccountHeading title="This link has expired">
          Links work for {linkLifetimes.verify_email.words}. Request another one below.
        </AccountHeading>
      </div>
    )
  if (verification.state === 'damaged')
    return (
      <div role="alert">
        <AccountHeading title="This link is damaged">
          Part of it is missing. Copy the whole link from the email and paste it here.
        </AccountHeading>
      </div>
    )
  return (
    <>
      <AccountHeading title="Confirm your email address">
        Confirm that this address is yours and that you asked for an account with {productName}.
      </AccountHeading>
      <p role="alert" className="text-small text-bad empty:hidden">
        {verification.state === 'failed' && verification.error}
      </p>
      <Button kind="main" size="l" busy={verification.state === 'busy'} onClick={onConfirm}>
        Confirm email address
      </Button>
    </>
  )
}

function Done({ status, email_address, next }: Extract<Verification, { state: 'done' }>['reply']) {
  const { programmeName } = runtimeConfig()
  return (
    <div role="status" className="grid gap-4.5">
      <AccountHeading
        title={status === 'verified' ? 'Your address is confirmed' : 'Your address is already confirmed'}
      >
        {next === 'login' ? (
          <>You can log in as {email_address}.</>
        ) : (
          <>
            An admin of {programmeName} will now check your request. You will get an email at {email_address}{' '}
            when your account is open.
          </>
        )}
      </AccountHeading>
      <Link
        href={next === 'login' ? paths.login() : paths.home()}
        className={`${buttonClass({ kind: 'main', size: 'l' })} justify-self-start`}
      >
        {next === 'login' ? 'Log in' : 'Go to the home page'}
      </Link>
    </div>
  )
}
