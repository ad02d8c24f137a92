import { useStore } from '@nanostores/react'
import { layoutFor } from './layouts/layout-for.ts'
import { LeaveDialog } from './overlays/leave-dialog.tsx'
import { LoadingBar } from './overlays/loading-bar.tsx'
import { SmallWindowNotice, SmallWindowStrip } from './overlays/small-window-notice.tsx'
import { $isSmallWindowAccepted } from './overlays/small-window.ts'
import { LazyOverlays } from './overlays/lazy-overlays.tsx'
import { RouteView } from './route-view.tsx'
import { $view } from './view.ts'

/** The island: the current screen and the overlays. */
export function Shell() {
  const isAccepted = useStore($isSmallWindowAccepted)
  const view = useStore($view)
  const isSurvey = view.is !== 'starting' && layoutFor(view.path) === 'surveys'
  return (
    <>
      {!isAccepted && (isSurvey ? <SmallWindowStrip /> : <SmallWindowNotice />)}
      <div className={isAccepted || isSurvey ? undefined : 'max-sm:hidden'}>
        <LoadingBar />
        <RouteView />
        <LazyOverlays />
        <LeaveDialog />
      </div>
    </>
  )
}
