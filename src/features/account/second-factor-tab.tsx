import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { CurrentUser } from '#contract/users.ts'
import { FormMessage } from '#forms/form-message.tsx'
import { createForm } from '#forms/form-store.ts'
import { required } from '#forms/rules.ts'
import { showFault } from '#forms/server-fault.ts'
import { TextInput } from '#forms/text-input.tsx'
import { refreshDetails } from '#stores/session.ts'
import { showToast } from '#stores/toasts.ts'
import { Button } from '#ui/button.tsx'
import { Pill } from '#ui/pill.tsx'
import { turnOff } from './account.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecondFactorSetUp } from './second-factor-set-up.tsx'

interface SecondFactorTabProps {
  details: CurrentUser
  /** Where the programme demands a second factor before anything else. */
  demand?: { onDone: () => void; onLogOut: () => void }
}

export function SecondFactorTab({ details, demand }: SecondFactorTabProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes !== null)
    return (
      <RecoveryCodes
        codes={codes}
        onDone={() => {
          setCodes(null)
          void refreshDetails().then(demand?.onDone)
        }}
      />
    )
  return (
    <div className="grid gap-4">
      <p className="flex items-start justify-between gap-3 text-ink-2">
        {demand
          ? 'This programme asks everyone for a code from their phone as well as the password. Set it up to go on.'
          : 'Log in with a code from your phone as well as your password.'}
        <Pill tone={details.otp_enabled ? 'ok' : 'neutral'}>{details.otp_enabled ? 'On' : 'Off'}</Pill>
      </p>
      {details.otp_enabled ? (
        <TurnOff isDemanded={details.otp_required} />
      ) : (
        <SecondFactorSetUp onCodes={setCodes} />
      )}
      {demand && (
        <div className="flex">
          <Button kind="quiet" onClick={demand.onLogOut}>
            Log out
          </Button>
        </div>
      )}
    </div>
  )
}

function TurnOff({ isDemanded }: { isDemanded: boolean }) {
  const [form] = useState(() =>
    createForm({ token: { label: 'Code from the app, or a recovery code', rules: [required] } })
  )
  const { isBusy } = useStore(form.$state)
  if (isDemanded)
    return (
      <p className="text-small text-ink-3">
        This programme asks everyone for a second factor, so it stays on. An admin can reset it if you change
        your phone.
      </p>
    )
  const send = () =>
    form.submit(async ({ token }) => {
      const result = await turnOff(token)
      if (!result.ok) return showFault(form, result.error)
      showToast({ text: 'Two-factor is off.', status: 'success' })
    })
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={event => {
        event.preventDefault()
        void send()
      }}
    >
      <TextInput form={form} name="token" autoComplete="one-time-code" maxLength={40} />
      <FormMessage form={form} />
      <div className="flex justify-end">
        <Button type="submit" kind="danger" busy={isBusy}>
          Turn off
        </Button>
      </div>
    </form>
  )
}
