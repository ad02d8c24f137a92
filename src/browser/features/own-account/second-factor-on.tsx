import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useOffered } from '#browser/api/offered.ts'
import { FormElement } from '#browser/forms/form-element.tsx'
import { FormMessage } from '#browser/forms/form-message.tsx'
import { createForm } from '#browser/forms/form-store.ts'
import { required } from '#browser/forms/rules.ts'
import { showFault } from '#browser/forms/server-fault.ts'
import { SubmitButton } from '#browser/forms/submit-button.tsx'
import { TextInput } from '#browser/forms/text-input.tsx'
import { demandsSecondFactor } from '#browser/stores/session.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { Button } from '#browser/ui/button.tsx'
import { renewRecoveryCodes } from '#contract/otp.ts'
import { listOwnSessions } from '#contract/own-sessions.ts'
import type { CurrentUser } from '#contract/users.ts'
import { countOf } from '#lib/format.ts'
import { renewCodes, turnOff } from './account.ts'
import { useModalHeld } from './use-modal-held.ts'

/** Fewer than this show a warning. */
const FEW_CODES = 3

interface SecondFactorOnProps {
  details: CurrentUser
  onCodes: (codes: readonly string[]) => void
}

/** What can be done with an app's code while the second factor is on. */
export function SecondFactorOn({ details, onCodes }: SecondFactorOnProps) {
  const [form] = useState(() =>
    createForm({ token: { label: 'Six-digit code from the app, or a recovery code', rules: [required] } })
  )
  const { isBusy } = useStore(form.$state)
  useModalHeld(isBusy)
  const renew = () =>
    form.submit(async ({ token }) => {
      const result = await renewCodes(token)
      if (result.ok) onCodes(result.value.recovery_codes)
      else showFault(form, result.error)
    })
  const switchOff = () =>
    form.submit(async ({ token }) => {
      const result = await turnOff(token)
      if (!result.ok) return showFault(form, result.error)
      showToast({ text: 'Two-factor authentication is off.', status: 'success' })
    })
  // An API without the list of sessions has the specification's account and no more, so no new codes are promised that it cannot make.
  const isRenewable = useOffered(renewRecoveryCodes, listOwnSessions)
  const canTurnOff = !demandsSecondFactor(details)
  if (!isRenewable && !canTurnOff) return <RequiredFactorNote />
  return (
    <FormElement form={form} isDisposable className="grid gap-4" onSubmit={isRenewable ? renew : switchOff}>
      {isRenewable && <CodesLeft left={details.recovery_codes_left} />}
      <TextInput form={form} name="token" autoComplete="one-time-code" maxLength={40} />
      {!canTurnOff && <RequiredFactorNote />}
      <FormMessage form={form} />
      <div className="flex flex-wrap justify-end gap-2">
        {canTurnOff && (
          <Button kind="danger" busy={isBusy} onClick={switchOff}>
            Turn off
          </Button>
        )}
        {isRenewable && <SubmitButton kind="plain">New recovery codes</SubmitButton>}
      </div>
    </FormElement>
  )
}

/** An API may keep no count of the codes. */
function CodesLeft({ left }: { left: number | undefined }) {
  return (
    <p className={left !== undefined && left < FEW_CODES ? 'text-warn' : 'text-ink-2'}>
      {left === 0
        ? 'You have no recovery codes. '
        : left !== undefined && `You have ${countOf(left, 'recovery code')}. `}
      New codes replace the ones you have.
    </p>
  )
}

const RequiredFactorNote = () => (
  <p className="text-small text-ink-3">
    This programme requires two-factor authentication, so you cannot turn it off. A programme admin can reset
    it if you change your phone.
  </p>
)
