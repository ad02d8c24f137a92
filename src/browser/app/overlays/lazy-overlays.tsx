import { useStore } from '@nanostores/react'
import { useState, type ComponentType, Component, type ReactNode } from 'react'
import { $offeredBuild } from '#browser/app/view.ts'
import { $modal, closeModal, type Modal } from '#browser/stores/modals.ts'
import { $tokenState } from '#browser/stores/session.ts'
import { $toasts } from '#browser/stores/toasts.ts'
import { Button } from '#browser/ui/button.tsx'
import { useChunk } from '#browser/ui/use-chunk.ts'
import { FallbackBanner, FallbackModal, FallbackSession, FallbackToasts } from './fallback-overlays.tsx'
import { overlays } from './overlays-chunk.ts'

interface OverlayBoundaryProps {
  /** Shown if the overlay itself fails. */
  fallback: ReactNode
  children: ReactNode
}

/** Contains failures of an overlay, so that the page below it stays. */
class OverlayBoundary extends Component<OverlayBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}

/**
 * The overlays of the page. Plain fallbacks replace them until their code has loaded; if one fails, the page
 * stays.
 */
export function LazyOverlays() {
  const modal = useStore($modal)
  const hasModal = modal.component !== null
  const needsLogin = useStore($tokenState) !== 'valid'
  const hasBuild = useStore($offeredBuild) !== null
  const hasToasts = useStore($toasts).length > 0
  return hasModal || needsLogin || hasBuild || hasToasts ? (
    <Overlays {...{ modal, needsLogin, hasBuild, hasToasts }} />
  ) : null
}

interface OverlaysProps {
  modal: Modal
  needsLogin: boolean
  hasBuild: boolean
  hasToasts: boolean
}

function Overlays({ modal, needsLogin, hasBuild, hasToasts }: OverlaysProps) {
  const { module, isMissing, retry } = useChunk(overlays, 'tryLoad')
  if (!module && !isMissing) return null
  const Banner = module?.VersionBanner ?? FallbackBanner
  const Toasts = module?.ToastArea ?? FallbackToasts
  return (
    <>
      {hasBuild && (
        <OverlayBoundary fallback={<FallbackBanner />}>
          <Banner />
        </OverlayBoundary>
      )}
      {modal.component && (
        // Each modal has its own error boundary.
        <OverlayBoundary key={modalId(modal)} fallback={<BrokenModal />}>
          <ModalIn host={module?.ModalHost ?? FallbackModal} />
        </OverlayBoundary>
      )}
      {needsLogin && (
        <OverlayBoundary fallback={<FallbackSession onRetry={retry} />}>
          {module ? <module.SessionHost /> : <FallbackSession onRetry={retry} />}
        </OverlayBoundary>
      )}
      {hasToasts && (
        <OverlayBoundary fallback={<FallbackToasts />}>
          <Toasts />
        </OverlayBoundary>
      )}
    </>
  )
}

/** A modal stays in the host it was opened in; another host would lose what was typed. */
function ModalIn({ host }: { host: ComponentType }) {
  const [Host] = useState(() => host)
  return <Host />
}

function BrokenModal() {
  return (
    <div
      role="alert"
      className="float fixed top-24 left-1/2 z-50 flex -translate-x-1/2 items-center gap-3 p-4"
    >
      <p>This could not be shown. The page below is unchanged.</p>
      <Button size="s" onClick={closeModal}>
        Close
      </Button>
    </div>
  )
}

const ids = new WeakMap<Modal, number>()
let lastModalId = 0

function modalId(modal: Modal): number {
  const id = ids.get(modal) ?? ++lastModalId
  ids.set(modal, id)
  return id
}
