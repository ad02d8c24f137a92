import { Component, type ReactNode } from 'react'

interface OverlayBoundaryProps {
  /** Shown where the overlay itself fails. */
  fallback: ReactNode
  children: ReactNode
}

/** What floats over the page may fail; the page below it stays. */
export class OverlayBoundary extends Component<OverlayBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
