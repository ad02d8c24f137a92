import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import { Button } from './button.tsx'
import { RotateCw } from './icons/icon-paths.ts'

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
