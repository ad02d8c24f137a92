import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { useOffered } from '#browser/api/offered.ts'
import { $session, checkSession, logOut } from '#browser/stores/session.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { Button } from '#browser/ui/button.tsx'
import { NotReady } from '#browser/ui/not-ready.tsx'
import { Pill } from '#browser/ui/pill.tsx'
import { endOwnSession, endOwnSessions, type OwnSession } from '#contract/own-sessions.ts'
import { formatDay, formatTime } from '#lib/format.ts'
import { failureText } from '#lib/text/offline-text.ts'
import { formatAgo } from '#lib/time/format-distance.ts'
import { paths } from '#programme/paths.ts'
import { $ownSessions, endAllSessions, endSessionOf, loadOwnSessions } from './account.ts'

export function SessionsTab() {
  const sessions = useStore($ownSessions)
  const canEndAll = useOffered(endOwnSessions)
  if (sessions.state !== 'ready')
    return <NotReady of={sessions} what="The sessions" lines={4} onRetry={loadOwnSessions} />
  return (
    <>
      <ul aria-label="Sessions">
        {sessions.value.map(session => (
          <SessionRow key={session.session_id} session={session} />
        ))}
      </ul>
      {canEndAll && <Everywhere />}
    </>
  )
}

function SessionRow({ session }: { session: OwnSession }) {
  const { device_name, created_at, last_seen_at, is_current } = session
  const canEnd = useOffered(endOwnSession)
  const end = async () => {
    const result = await endSessionOf(session)
    if (!result.ok) showToast({ text: failureText(result.error), status: 'error' })
  }
  return (
    <li className="flex flex-wrap items-center gap-3 border-0 border-b border-line border-solid py-2.5">
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{device_name}</span>
        <span className="block text-small text-ink-3">
          {is_current ? 'This device, logged' : 'Logged'} in on {formatDay(created_at)} at{' '}
          {formatTime(created_at)}
        </span>
      </span>
      <span className="text-small text-ink-3">{is_current ? 'now' : formatAgo(last_seen_at)}</span>
      {is_current ? (
        <Pill tone="ok">You</Pill>
      ) : (
        canEnd && (
          <Button
            size="s"
            aria-label={`Log out ${device_name}, logged in at ${formatTime(created_at)}`}
            onClick={end}
          >
            Log out
          </Button>
        )
      )}
    </li>
  )
}

/** Every session has ended, and this one with them, whatever its user looks at by now. Someone who has logged in since stays. */
function leaveEverywhere(ownerId: string | undefined): void {
  checkSession()
  if ($session.get().user?.sub !== ownerId) return
  logOut()
  navigate(paths.login())
}

/** Asks in place, because this session ends too. */
function Everywhere() {
  const [isAsked, setAsked] = useState(false)
  const end = async () => {
    const ownerId = $session.get().user?.sub
    const result = await endAllSessions()
    if (result.ok) leaveEverywhere(ownerId)
    else showToast({ text: failureText(result.error), status: 'error' })
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 pt-4">
      <p className="text-small text-ink-2">This ends every session, including this one.</p>
      {isAsked ? (
        <span className="flex gap-2">
          <Button onClick={() => setAsked(false)}>Cancel</Button>
          <Button kind="danger" autoFocus onClick={end}>
            Yes, log out everywhere
          </Button>
        </span>
      ) : (
        <Button kind="danger" onClick={() => setAsked(true)}>
          Log out everywhere
        </Button>
      )}
    </div>
  )
}
