import { FailureNotice } from './notice.tsx'
import { SkeletonLines } from './skeleton.tsx'

interface NotReadyProps {
  /** The state of what is fetched. */
  of: { state: 'loading' } | { state: 'failed'; error: string }
  /** As a sentence begins with it: 'The users'. */
  what: string
  /** Lines of loading text. */
  lines: number
  onRetry: () => unknown
  /** Of a frame around it, if it has one. */
  className?: string
}

/** Stands where content will be: while it loads, and with a retry button if that failed. */
export function NotReady({ of, what, lines, onRetry, className }: NotReadyProps) {
  const content =
    of.state === 'failed' ? (
      <FailureNotice what={what} failure={of} onRetry={onRetry} />
    ) : (
      <SkeletonLines lines={lines} label={`Loading ${what.charAt(0).toLowerCase()}${what.slice(1)}`} />
    )
  return className === undefined ? content : <div className={className}>{content}</div>
}
