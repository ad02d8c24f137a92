import { LoadingBar } from './overlays/loading-bar.tsx'
import { MobileNotice } from './overlays/mobile-notice.tsx'
import { LazyOverlays } from './overlays/lazy-overlays.tsx'
import { RouteView } from './route-view.tsx'

/** The whole island: the present screen and what floats over every screen. */
export function Shell() {
  return (
    <>
      <MobileNotice />
      <div className="max-sm:hidden">
        <LoadingBar />
        <RouteView />
        <LazyOverlays />
      </div>
    </>
  )
}
