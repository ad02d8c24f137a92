import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import { Button } from './button.tsx'
import { RotateCw } from './icons/icon-paths.ts'
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

interface OutdatedNoticeProps {
  /** The store of what is shown. */
  of: ReadableAtom<{ state: string; stale?: boolean; isOutdated?: boolean }>
  /** 'The queries'. */
  what: string
  onRetry: () => unknown
  className?: string
}

/** Above what is shown, if it could not be read again after a change. */
export function OutdatedNotice({ of, what, onRetry, className = 'mb-4' }: OutdatedNoticeProps) {
  const { stale = false, isOutdated = false } = useStore(of)
  if (!isOutdated) return null
  return (
    <div role="alert" className={`flex flex-wrap items-center gap-x-3 gap-y-2 text-small ${className}`}>
      <p>{what} could not be updated, so your last change may not be shown.</p>
      <Button size="s" icon={RotateCw} busy={stale} onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
