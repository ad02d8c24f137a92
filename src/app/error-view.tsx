import { lazy, Suspense } from 'react'
import type { ErrorPageProps } from './error-page.tsx'
import { errorTitle } from './title.ts'

// The error page must come even when its code cannot, for example after the connection was lost.
const ErrorPage = lazy(() => import('./error-page.tsx').catch(() => ({ default: PlainErrorPage })))

function PlainErrorPage({ status, message }: ErrorPageProps) {
  return (
    <div role="alert" className="page">
      <h1>{errorTitle(status)}</h1>
      <p>{message}</p>
    </div>
  )
}

/** The error page; its code is loaded with the first error. */
export function ErrorView(props: ErrorPageProps) {
  return (
    <Suspense fallback={null}>
      <ErrorPage {...props} />
    </Suspense>
  )
}
