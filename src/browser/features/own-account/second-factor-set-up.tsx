import { useStore } from '@nanostores/react'
import { useEffect, useState, type ReactNode } from 'react'
import { FormElement } from '#browser/forms/form-element.tsx'
import { FormMessage } from '#browser/forms/form-message.tsx'
import { createForm } from '#browser/forms/form-store.ts'
import { PasswordInput } from '#browser/forms/password-input.tsx'
import { required, type FieldRule } from '#browser/forms/rules.ts'
import { showFault } from '#browser/forms/server-fault.ts'
import { SubmitButton } from '#browser/forms/submit-button.tsx'
import { TextInput } from '#browser/forms/text-input.tsx'
import { NotReady } from '#browser/ui/not-ready.tsx'
import { qrCodeOf } from '#browser/ui/qr-code.ts'
import { $secret, loadSecret, turnOn, type SecondFactorSecret } from './account.ts'
import { CopyButton } from './copy-button.tsx'
import { useModalHeld } from './use-modal-held.ts'

/** The quiet zone, in modules, that scanners need around a code. */
const SECRET_QUIET_ZONE = 4

export function SecondFactorSetUp({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const secret = useStore($secret)
  useEffect(() => void loadSecret(), [])
  if (secret.state !== 'ready') return <NotReady of={secret} what="The key" lines={5} onRetry={loadSecret} />
  return <SetUpSteps secret={secret.value} onCodes={onCodes} />
}

const sixDigits: FieldRule = value =>
  /^\d{6}$/.test(value.replaceAll(/\s/g, '')) ? null : 'The code has six digits.'

function SetUpSteps({
  secret,
  onCodes
}: {
  secret: SecondFactorSecret
  onCodes: (codes: readonly string[]) => void
}) {
  const [form] = useState(() =>
    createForm({
      current_password: { label: 'Current password', rules: [required] },
      token: { label: 'Six-digit code', rules: [required, sixDigits] }
    })
  )
  useModalHeld(useStore(form.$state).isBusy)
  const send = () =>
    form.submit(async ({ current_password, token }) => {
      const result = await turnOn(current_password, token.replaceAll(/\s/g, ''))
      if (result.ok) onCodes(result.value.recovery_codes)
      else showFault(form, result.error)
    })
  return (
    <FormElement form={form} isDisposable className="grid gap-4" onSubmit={send}>
      <SetUpStep number={1} title="Scan this with an authenticator app">
        <div className="flex flex-wrap items-start gap-4">
          <QrCode text={secret.otpauth_url} />
          <div className="grid min-w-44 flex-1 gap-2">
            <p className="text-small text-ink-2">
              No camera? Enter this key in the app. Account: {secret.account_name}
            </p>
            <p className="tracking-wider break-words tabular-nums" data-testid="key">
              {secret.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
            </p>
            <div>
              <CopyButton text={secret.secret} label="Copy key" />
            </div>
          </div>
        </div>
      </SetUpStep>
      <SetUpStep number={2} title="Enter your password and the six-digit code from the app">
        {/* Tells password managers whose password it is. */}
        <input type="hidden" name="username" autoComplete="username" value={secret.account_name} readOnly />
        <PasswordInput form={form} name="current_password" autoComplete="current-password" />
        <TextInput
          form={form}
          name="token"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          className="input-l max-w-40 tabular-nums"
          hint="The code changes every 30 seconds."
        />
      </SetUpStep>
      <FormMessage form={form} />
      <div className="flex justify-end">
        <SubmitButton>Turn on</SubmitButton>
      </div>
    </FormElement>
  )
}

function SetUpStep({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h3>
        {number}. {title}
      </h3>
      {children}
    </section>
  )
}

function QrCode({ text }: { text: string }) {
  const { size, path } = qrCodeOf(text)
  return (
    <svg
      role="img"
      aria-label="QR code of the key"
      viewBox={`${-SECRET_QUIET_ZONE} ${-SECRET_QUIET_ZONE} ${size + 2 * SECRET_QUIET_ZONE} ${size + 2 * SECRET_QUIET_ZONE}`}
      width="160"
      height="160"
      className="rounded border border-line border-solid bg-white"
    >
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
