import { Component, type ReactNode } from 'react'

interface HostBoundaryProps {
  /** Shown where the host itself fails. */
  fallback: ReactNode
  children: ReactNode
}

/** What floats over the page may fail; the page below it stays. */
export class HostBoundary extends Component<HostBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
