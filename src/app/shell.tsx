import { LoadingBar } from './hosts/loading-bar.tsx'
import { MobileNotice } from './hosts/mobile-notice.tsx'
import { RareHosts } from './hosts/rare-hosts.tsx'
import { RouteView } from './route-view.tsx'

/** The whole island: the present screen and what floats over every screen. */
export function Shell() {
  return (
    <>
      <MobileNotice />
      <div className="max-sm:hidden">
        <LoadingBar />
        <RouteView />
        <RareHosts />
      </div>
    </>
  )
}
