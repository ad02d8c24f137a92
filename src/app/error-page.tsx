import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { paths } from '#navigation/paths.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { errorTitle } from './title.ts'

export interface ErrorPageProps {
  status: number
  message: string
}

/** Spec 2: two titles, each with its own view; bots get none, so that no error is ever indexed. */
export default function ErrorPage({ status, message }: ErrorPageProps) {
  const isBot = useBot()
  if (isBot !== false) return null
  return (
    <section role="alert" className="mx-auto grid max-w-[560px] justify-items-start gap-2 px-6 pt-24">
      <p className="text-small font-medium text-ink-3 tabular-nums">{status}</p>
      <h1>{errorTitle(status)}</h1>
      {status === 404 ? <NotFoundView message={message} /> : <FailureView message={message} />}
    </section>
  )
}

function NotFoundView({ message }: { message: string }) {
  return (
    <>
      <p className="break-all text-ink-2">{message}</p>
      <p className="text-ink-2">The address may be mistyped, or the page belongs to a project or period that is no longer open to you.</p>
      <WayOn />
    </>
  )
}

function FailureView({ message }: { message: string }) {
  return (
    <>
      <p className="break-words text-ink-2">
        {navigator.onLine ? message : 'You are offline. What you entered is kept on this device; try again when you are connected.'}
      </p>
      <div className="mt-3 flex gap-2">
        <Button kind="main" onClick={() => location.reload()}>
          Reload
        </Button>
        <Link href={paths.home()} className={buttonClass()}>
          Home
        </Link>
      </div>
    </>
  )
}

function WayOn() {
  return (
    <div className="mt-3 flex gap-2">
      <Link href={paths.home()} className={buttonClass({ kind: 'main' })}>
        Home
      </Link>
      <Button onClick={() => history.back()}>Back</Button>
    </div>
  )
}

/** Undefined until the list of bots, which only this page needs, is loaded. */
function useBot(): boolean | undefined {
  const [isBot, setBot] = useState<boolean>()
  useEffect(() => {
    // Where even the list cannot be loaded, a person is the safer guess.
    import('isbot').then(
      ({ isbot }) => setBot(isbot(navigator.userAgent)),
      () => setBot(false)
    )
  }, [])
  return isBot
}
