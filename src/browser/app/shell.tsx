import { useStore } from '@nanostores/react'
import { Router } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'
import { useChunk } from '#browser/ui/use-chunk.ts'
import { layoutFor } from './layouts/layout-for.ts'
import { mainCode } from './main-code-chunk.ts'
import { SmallWindowNotice } from './overlays/small-window-notice.tsx'
import { $isSmallWindowAccepted } from './overlays/small-window.ts'
import { RouteView } from './route-view.tsx'
import { $isNavigating, $linkTarget, $view } from './view.ts'

/** Spec 9: shown when a change of route takes more than about 100 ms. */
function LoadingBar() {
  const isNavigating = useStore($isNavigating)
  return (
    <div role="status" aria-live="polite" className="fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden">
      {isNavigating && (
        <>
          <span className="sr-only">Loading page</span>
          <div className="h-full w-1/3 animate-[loading-bar_1.1s_ease-in-out_infinite] bg-brand-mark" />
        </>
      )}
    </div>
  )
}

let shownSearch = ''

/**
 * The query of the screen that is shown. While another address is opening, perhaps with a question about unsaved work, the screen keeps its own:
 * a screen whose query chooses what it shows would otherwise take away what the question is about.
 */
function readShownSearch(): string {
  const view = $view.get()
  if (view.is === 'starting' || view.path === location.pathname) shownSearch = location.search
  return shownSearch
}

const routerHooks = { searchHook: () => useLocationProperty(readShownSearch) }

/** The island: the current screen and the overlays. */
export function IslandShell() {
  const isAccepted = useStore($isSmallWindowAccepted)
  const view = useStore($view)
  const linkTarget = useStore($linkTarget)
  const { module: code } = useChunk(mainCode)
  const isSurvey = view.is !== 'starting' && layoutFor(view.path) === 'surveys'
  return (
    <>
      {!isAccepted && (isSurvey ? code && <code.SmallWindowStrip /> : <SmallWindowNotice />)}
      <div className={isAccepted || isSurvey ? undefined : 'max-sm:hidden'}>
        <LoadingBar />
        <Router hrefs={linkTarget} {...routerHooks}>
          <RouteView />
        </Router>
        {code && <code.LazyOverlays />}
        {code && <code.LeaveDialog />}
      </div>
    </>
  )
}
