import { Component, type ReactNode } from 'react'
import { clearCache } from '#browser/api/cache/cache.ts'
import { usePageTitle } from '#browser/navigation/page-title.ts'
import { Button } from '#browser/ui/button.tsx'
import { useChunk } from '#browser/ui/use-chunk.ts'
import { mainCode } from './main-code-chunk.ts'
import { errorTitle } from './start/title.ts'

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
    return error ? <ShownFailure status={500} message={error.message} /> : this.props.children
  }
}

/** The error page; its text alone where the error is that the code of the page cannot be loaded. */
export function ShownFailure({ status, message }: { status: number; message: string }) {
  const { module: code } = useChunk(mainCode)
  usePageTitle(errorTitle(status))
  if (code) return <code.ErrorPage status={status} message={message} />
  return (
    <section role="alert" className="grid justify-items-start gap-2 p-6">
      <h1>{errorTitle(status)}</h1>
      <p>{message}</p>
      <Button onClick={() => location.reload()}>Reload</Button>
    </section>
  )
}
