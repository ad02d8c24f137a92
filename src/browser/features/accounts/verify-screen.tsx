import { useStore } from '@nanostores/react'
import { useEffect, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { FormElement } from '#browser/forms/form-element.tsx'
import { FormMessage } from '#browser/forms/form-message.tsx'
import { NewPasswordInputs } from '#browser/forms/new-password-inputs.tsx'
import { SubmitButton } from '#browser/forms/submit-button.tsx'
import { TextInput } from '#browser/forms/text-input.tsx'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import { Button, buttonClass } from '#browser/ui/button.tsx'
import { ErrorText } from '#browser/ui/notice.tsx'
import { linkLifetimes } from '#domain/people/link-lifetimes.ts'
import type { Result } from '#lib/result.ts'
import { paths } from '#programme/paths.ts'
import { AccountFrame, AccountHeading, BackToLogin, accountColumn } from './account-frame.tsx'
import { $registeredEmail } from './register.ts'
import { ResendVerification } from './resend-verification.tsx'
import {
  createVerifyForm,
  createConfirmation,
  createVerification,
  openCode,
  type AccountRequest
} from './verify.ts'

/** /verify: what to do with the mail. /verify/{id}: confirms the request of its code with a password. */
export default function VerifyScreen({ id }: { id?: string }) {
  useEffect(() => () => $registeredEmail.set(''), [])
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
  const [form] = useState(createVerifyForm)
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
      <SubmitButton kind="plain" size="l" className="justify-self-start">
        Continue
      </SubmitButton>
    </FormElement>
  )
}

function Confirm({ code }: { code: string }) {
  const [{ $request, load }] = useState(() => createVerification(code))
  const request = useStore($request)
  useEffect(() => void load(), [load])
  return (
    <div className={accountColumn}>
      {request.state === 'loading' && <Loading />}
      {request.state === 'failed' && <LinkFault {...request} onRetry={() => void load()} />}
      {request.state === 'ready' &&
        (request.value.next === 'set_password' ? (
          <ConfirmRequest
            code={code}
            request={request.value}
            onEnd={result => $request.settle(code, result)}
          />
        ) : (
          <VerifiedMessage {...request.value} />
        ))}
    </div>
  )
}

function Loading() {
  return (
    <div role="status" className="grid gap-4.5">
      <AccountHeading title="Confirm your request">Looking up the link.</AccountHeading>
    </div>
  )
}

interface LinkFaultProps {
  status: number | null
  error: string
  onRetry: () => void
}

function LinkFault({ status, error, onRetry }: LinkFaultProps) {
  if (status === 410)
    return (
      <>
        <div role="alert">
          <AccountHeading title="This link has expired">
            Links work for {linkLifetimes.verify_email.words}. Request another one below.
          </AccountHeading>
        </div>
        <ResendVerification />
      </>
    )
  if (status === 404 || status === 422)
    return (
      <>
        <div role="alert">
          <AccountHeading title="This link is damaged">
            Part of it is missing. Copy the whole link from the email and paste it here.
          </AccountHeading>
        </div>
        <PasteCode />
      </>
    )
  return (
    <>
      <AccountHeading title="Confirm your request" />
      <ErrorText>{error}</ErrorText>
      <Button size="l" className="justify-self-start" onClick={onRetry}>
        Try again
      </Button>
    </>
  )
}

interface ConfirmRequestProps {
  code: string
  request: AccountRequest
  onEnd: (result: Result<AccountRequest>) => void
}

function ConfirmRequest({ code, request, onEnd }: ConfirmRequestProps) {
  const [{ form, personalWords, send }] = useState(() => createConfirmation(code, request, onEnd))
  return (
    <FormElement form={form} isDisposable className="grid gap-4.5" onSubmit={send}>
      <AccountHeading title="Confirm your request">
        Someone requested this account with {runtimeConfig().programmeName}. If it was you, choose a password.
        If the details are not yours, close this page.
      </AccountHeading>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        <VerifiedDetail label="Name">
          {request.first_name} {request.last_name}
        </VerifiedDetail>
        <VerifiedDetail label="Email address">{request.email_address}</VerifiedDetail>
        {request.organisation_name && (
          <VerifiedDetail label="Organisation">{request.organisation_name}</VerifiedDetail>
        )}
      </dl>
      <FormMessage form={form} />
      {/* Tells password managers whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={request.email_address} readOnly />
      <NewPasswordInputs form={form} className="input-l" personalWords={personalWords} />
      <SubmitButton size="l">Confirm and set password</SubmitButton>
    </FormElement>
  )
}

const VerifiedDetail = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-2">{label}</dt>
    <dd className="break-words">{children}</dd>
  </>
)

function VerifiedMessage({ status, email_address, next }: AccountRequest) {
  return (
    <div role="status" className="grid gap-4.5">
      <AccountHeading
        title={status === 'open' ? 'Your address is confirmed' : 'Your address is already confirmed'}
      >
        {next === 'login' ? (
          <>You can log in as {email_address}.</>
        ) : (
          <>
            A programme admin will now check your request. You will get an email at {email_address} when your
            account is open.
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
