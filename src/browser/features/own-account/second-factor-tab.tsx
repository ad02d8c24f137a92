import { useState } from 'react'
import { refreshDetails } from '#browser/stores/session.ts'
import { Button } from '#browser/ui/button.tsx'
import { Pill } from '#browser/ui/pill.tsx'
import type { CurrentUser } from '#contract/users.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecondFactorOn } from './second-factor-on.tsx'
import { SecondFactorSetUp } from './second-factor-set-up.tsx'

interface SecondFactorTabProps {
  details: CurrentUser
  /** Whether the programme requires a second factor before anything else. */
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
          ? 'This programme requires a six-digit code from your phone as well as your password. Set it up to continue.'
          : 'Log in with a six-digit code from your phone as well as your password.'}
        <Pill tone={details.otp_enabled ? 'ok' : 'neutral'}>{details.otp_enabled ? 'On' : 'Off'}</Pill>
      </p>
      {details.otp_enabled ? (
        <SecondFactorOn details={details} onCodes={setCodes} />
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
