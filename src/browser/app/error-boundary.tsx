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

  /** Clears the device's cache, which may contain what could not be rendered: the next load uses only the server. */
  override componentDidCatch(): void {
    clearCache()
  }

  override render() {
    const { error } = this.state
    return error ? <ErrorPage status={500} message={error.message} /> : this.props.children
  }
}
