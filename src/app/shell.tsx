import { LoadingBar } from './hosts/loading-bar.tsx'
import { MobileNotice } from './hosts/mobile-notice.tsx'
import { ModalHost } from './hosts/modal-host.tsx'
import { SessionHost } from './hosts/session-host.tsx'
import { ToastArea } from './hosts/toast-area.tsx'
import { VersionBanner } from './hosts/version-banner.tsx'
import { RouteView } from './route-view.tsx'

/** The whole island: the present screen and what floats over every screen. */
export function Shell() {
  return (
    <>
      <MobileNotice />
      <div className="max-sm:hidden">
        <LoadingBar />
        <RouteView />
        <VersionBanner />
        <ModalHost />
        <SessionHost />
        <ToastArea />
      </div>
    </>
  )
}
