import { Component, type ReactNode } from 'react'
import { ErrorPage } from './error-page.tsx'

/** The one error boundary: a programmer's mistake becomes the error page, until another place is visited. */
export class ErrorBoundary extends Component<{ path: string; children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidUpdate(former: { path: string }) {
    if (former.path !== this.props.path && this.state.error) this.setState({ error: null })
  }

  override render() {
    const { error } = this.state
    return error ? <ErrorPage status={500} message={error.message} /> : this.props.children
  }
}
