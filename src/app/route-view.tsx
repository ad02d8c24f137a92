import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { $siteConfig } from '#stores/site-config.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { ErrorPage } from './error-page.tsx'
import NoLayout from './layouts/no-layout.tsx'
import { $view } from './view.ts'

/** What the last finished visit has brought: a screen in its layout, or the error page. */
export function RouteView() {
  const view = useStore($view)
  const { date_format } = useStore($siteConfig)
  useFocusOnNavigation(view.is === 'starting' ? '' : view.path)
  if (view.is === 'starting') return null
  const Layout = view.layout ?? NoLayout
  return (
    // Days that were written before the programme's format was known are written anew.
    <Layout
      key={date_format}
      projectCode={view.is === 'screen' ? (view.params['projectcode'] ?? null) : null}
    >
      <ErrorBoundary path={view.path}>
        {view.is === 'screen' ? view.screen : <ErrorPage status={view.status} message={view.message} />}
      </ErrorBoundary>
    </Layout>
  )
}

/** A new screen starts at its top and takes the focus, so that a screen reader continues there. The first screen changes neither. */
function useFocusOnNavigation(path: string): void {
  const former = useRef('')
  useEffect(() => {
    const isArrival = former.current !== '' && former.current !== path
    former.current = path
    if (!isArrival) return
    scrollTo(0, 0)
    // A screen that has put the focus on its own field knows better.
    if (!document.activeElement || document.activeElement === document.body)
      document.getElementById('main')?.focus()
  }, [path])
}
