import { useStore } from '@nanostores/react'
import { lazy, Suspense } from 'react'
import { $modal } from '#stores/modals.ts'
import { $tokenState } from '#stores/session.ts'
import { $toasts } from '#stores/toasts.ts'
import { $offeredBuild } from '../view.ts'
import { PlainToasts } from './plain-toasts.tsx'

const ModalHost = lazy(() => import('./modal-host.tsx'))
const SessionHost = lazy(() => import('./session-host.tsx'))
// A message must come even when its card cannot, for example to a page that has just lost its connection.
const ToastArea = lazy(() => import('./toast-area.tsx').catch(() => ({ default: PlainToasts })))
const VersionBanner = lazy(() => import('./version-banner.tsx'))

/** What floats over the page now and then; its code is loaded when it first does. */
export function RareHosts() {
  const hasModal = useStore($modal).component !== null
  const hasNews = useStore($tokenState) !== 'valid'
  const hasBuild = useStore($offeredBuild) !== null
  const hasToasts = useStore($toasts).length > 0
  return (
    <Suspense fallback={null}>
      {hasBuild && <VersionBanner />}
      {hasModal && <ModalHost />}
      {hasNews && <SessionHost />}
      {hasToasts && <ToastArea />}
    </Suspense>
  )
}
