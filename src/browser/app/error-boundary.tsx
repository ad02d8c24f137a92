import { Component, type ReactNode } from 'react'
import { clearCache } from '#browser/api/cache/cache.ts'
import { ErrorPage } from './error-page.tsx'

interface BoundaryProps {
  path: string
  children: ReactNode
}

interface BoundaryState {
  error: Error | null
  path: string
}

/** The one error boundary: an exception shows the error page until another address is visited. */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null, path: this.props.path }

  static getDerivedStateFromProps({ path }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return path === state.path ? null : { error: null, path }
  }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  /** What this device remembers may be what could not be drawn: the next load asks the server alone. */
  override componentDidCatch(): void {
    clearCache()
  }

  override render() {
    const { error } = this.state
    return error ? <ErrorPage status={500} message={error.message} /> : this.props.children
  }
}
