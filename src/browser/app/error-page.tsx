import { useEffect, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { lastFailedRequest } from '#browser/api/last-failure.ts'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import { Button, buttonClass } from '#browser/ui/button.tsx'
import { chunk } from '#lib/chunk.ts'
import { SECOND_MS } from '#lib/time/clock.ts'
import { presentTime } from '#lib/time/server-clock.ts'
import { paths } from '#programme/paths.ts'
import { errorTitle } from './start/title.ts'

/**
 * Spec 2: two titles, each with its own view. Bots get none, so that no error is indexed.
 */
export function ErrorPage({ status, message }: { status: number; message: string }) {
  const isBot = useBot()
  if (isBot !== false) return null
  return (
    <section role="alert" className="mx-auto grid max-w-[560px] justify-items-start gap-2 px-6 pt-24">
      <p className="text-small font-medium text-ink-3 tabular-nums">{status}</p>
      <h1>{errorTitle(status)}</h1>
      {status === 404 ? <NotFoundView message={message} /> : <FailureView message={message} />}
      <ErrorReference />
    </section>
  )
}

function NotFoundView({ message }: { message: string }) {
  return (
    <>
      <p className="break-all text-ink-2">{message}</p>
      <p className="text-ink-2">
        Check the address. The page may belong to a project or period that you can no longer open.
      </p>
      <ErrorWaysOn>
        <Link href={paths.home()} className={buttonClass({ kind: 'main' })}>
          Home
        </Link>
      </ErrorWaysOn>
    </>
  )
}

function FailureView({ message }: { message: string }) {
  return (
    <>
      <p className="break-words text-ink-2">
        {navigator.onLine
          ? message
          : 'You are offline. What you entered is kept on this device. Try again when you are online.'}
      </p>
      <ErrorWaysOn>
        <Button kind="main" onClick={() => location.reload()}>
          Reload
        </Button>
        <Link href={paths.home()} className={buttonClass()}>
          Home
        </Link>
      </ErrorWaysOn>
    </>
  )
}

/** A tab that was opened here has no earlier page. */
function ErrorWaysOn({ children }: { children: ReactNode }) {
  return (
    <div className="mt-3 flex gap-2">
      {children}
      {history.length > 1 && <Button onClick={() => history.back()}>Back</Button>}
    </div>
  )
}

/** Details for support: path, time, build, and the server's id of the call that failed in it. */
function ErrorReference() {
  const [moment] = useState(() => presentTime().toISOString().slice(0, 19))
  const [request] = useState(lastFailedRequest)
  return (
    <p className="mt-4 break-all text-tiny text-ink-3 tabular-nums">
      Reference: {location.pathname}, {moment} UTC, build {runtimeConfig().buildId.slice(0, 8)}
      {request !== null && `, request ${request}`}
    </p>
  )
}

const bots = chunk(() => import('isbot'))

/** Only this page needs the list of bots. If it does not load in time, assume a person. */
const BOT_LIST_TIMEOUT_MS = 2 * SECOND_MS

function useBot(): boolean | undefined {
  const [isBot, setBot] = useState<boolean | undefined>(() => (navigator.onLine ? undefined : false))
  useEffect(() => {
    let isLeft = false
    const learn = (found: boolean): void => {
      if (!isLeft) setBot(known => known ?? found)
    }
    const late = setTimeout(() => learn(false), BOT_LIST_TIMEOUT_MS)
    void bots.tryLoad().then(code => learn(code?.isbot(navigator.userAgent) ?? false))
    return () => {
      isLeft = true
      clearTimeout(late)
    }
  }, [])
  return isBot
}
