import { useStore } from '@nanostores/react'
import { lazy, Suspense } from 'react'
import { $modal } from '#stores/modals.ts'
import { $tokenState } from '#stores/session.ts'
import { $newBuild } from '../view.ts'

const ModalHost = lazy(() => import('./modal-host.tsx'))
const SessionHost = lazy(() => import('./session-host.tsx'))
const VersionBanner = lazy(() => import('./version-banner.tsx'))

/** What floats over the page now and then; its code is loaded when it first does. */
export function RareHosts() {
  const hasModal = useStore($modal).component !== null
  const hasNews = useStore($tokenState) !== 'valid'
  const hasBuild = useStore($newBuild) !== null
  return (
    <Suspense fallback={null}>
      {hasBuild && <VersionBanner />}
      {hasModal && <ModalHost />}
      {hasNews && <SessionHost />}
    </Suspense>
  )
}
