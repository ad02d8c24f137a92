import { LeaveDialog } from './overlays/leave-dialog.tsx'
import { LoadingBar } from './overlays/loading-bar.tsx'
import { MobileNotice } from './overlays/mobile-notice.tsx'
import { LazyOverlays } from './overlays/lazy-overlays.tsx'
import { RouteView } from './route-view.tsx'

/** The island: the current screen and the overlays. */
export function Shell() {
  return (
    <>
      <MobileNotice />
      <div className="max-sm:hidden">
        <LoadingBar />
        <RouteView />
        <LazyOverlays />
        <LeaveDialog />
      </div>
    </>
  )
}
