import { useStore } from '@nanostores/react'
import { useLayoutEffect, useRef } from 'react'
import { useSearch } from 'wouter'
import { ErrorBoundary, ShownFailure } from './error-boundary.tsx'
import NoLayout from './layouts/no-layout.tsx'
import { scrollBeforeReload, restoreScroll, takeReturn } from './scroll-memory.ts'
import { $view } from './view.ts'

/** The result of the last navigation: a screen in its layout, or the error page. */
export function RouteView() {
  const view = useStore($view)
  const mode = new URLSearchParams(useSearch()).get('mode') ?? ''
  useFocusOnNavigation(view.is === 'starting' ? '' : view.path, mode)
  if (view.is === 'starting') return null
  const Layout = view.layout ?? NoLayout
  return (
    <Layout projectCode={view.is === 'screen' ? (view.params['projectcode'] ?? null) : null}>
      <ErrorBoundary path={view.path}>
        {view.is === 'screen' ? view.screen : <ShownFailure status={view.status} message={view.message} />}
      </ErrorBoundary>
    </Layout>
  )
}

/**
 * A new screen, or the same in another mode, scrolls to its top and takes focus, so that screen readers continue there; one that Back or
 * Forward leads to is shown where it was left. The first screen does neither, unless it was reloaded.
 */
function useFocusOnNavigation(path: string, mode: string): void {
  const former = useRef('')
  // Before the focus goes next to the link that was removed.
  useLayoutEffect(() => {
    const isFirst = former.current === ''
    // The address is ahead of the screen while the next one loads.
    if (path !== location.pathname || former.current === path + mode) return
    former.current = path + mode
    const place = isFirst ? scrollBeforeReload() : takeReturn()
    if (place) restoreScroll(place)
    else if (!isFirst) scrollTo(0, 0)
    // A screen that has focused its own field keeps it.
    if (!isFirst && (!document.activeElement || document.activeElement === document.body))
      document.getElementById('main')?.focus({ preventScroll: true })
  }, [path, mode])
}
