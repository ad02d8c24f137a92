import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { confirmAndLogOut } from '#browser/app/log-out.ts'
import RenewForm from '#browser/features/accounts/renew-form.tsx'
import { followRenewal } from '#browser/features/accounts/renewal.ts'
import { $session, $tokenState } from '#browser/stores/session.ts'
import { Button } from '#browser/ui/button.tsx'
import { Dialog, useIsInField } from '#browser/ui/dialog.tsx'
import { avoidFocus } from '#browser/ui/focus/avoid-focus.ts'
import { Icon } from '#browser/ui/icon.tsx'
import { Clock } from '#browser/ui/icons/rare-icon-paths.ts'
import { formatTime } from '#lib/format.ts'
import { onDeviceClock } from '#lib/time/server-clock.ts'
import { paths } from '#programme/paths.ts'

/** Product 3: warns before the session ends; when it has ended, shows a small login over the page. */
export default function SessionOverlay() {
  const tokenState = useStore($tokenState)
  const { user } = useStore($session)
  const [isRenewing, setRenewing] = useState(false)
  // While someone types, the page only says that the session is over; the login takes focus when the field
  // is left.
  const isModal = !useIsInField(tokenState === 'expired' && !isRenewing)
  useEffect(() => {
    addEventListener('focus', followRenewal)
    return () => removeEventListener('focus', followRenewal)
  }, [])
  if (!user || tokenState === 'valid') return null
  const isOver = tokenState === 'expired'
  if (isOver || isRenewing) {
    return (
      <Dialog
        title="Log in again"
        size="small"
        isCloseable={!isOver}
        isModal={isModal}
        onClose={() => setRenewing(false)}
      >
        {!isModal && (
          <p role="alert" className="mb-2 font-medium">
            You are logged out. What you type is kept on this device.
          </p>
        )}
        <RenewForm
          isOver={isOver}
          takesFocus={isModal}
          onDone={() => setRenewing(false)}
          onExpired={() => confirmAndLogOut(paths.forgotPassword())}
          onLogOut={() => confirmAndLogOut()}
        />
      </Dialog>
    )
  }
  return (
    <div
      ref={avoidFocus}
      role="alert"
      className="floats float fixed bottom-16 left-6 max-sm:left-4 z-40 flex max-w-[calc(100vw-32px)] items-center gap-3 border-l-4 border-l-warn py-2.5 pr-2.5 pl-3.5"
    >
      <Icon of={Clock} className="text-warn" />
      <p>Your session ends at {formatTime(onDeviceClock(user.exp * 1000))}.</p>
      <Button size="s" onClick={() => setRenewing(true)}>
        Stay logged in
      </Button>
    </div>
  )
}
