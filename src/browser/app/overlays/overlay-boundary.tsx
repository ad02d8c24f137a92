import { Component, type ReactNode } from 'react'

interface OverlayBoundaryProps {
  /** Shown if the overlay itself fails. */
  fallback: ReactNode
  children: ReactNode
}

/** Contains failures of an overlay, so that the page below it stays. */
export class OverlayBoundary extends Component<OverlayBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
