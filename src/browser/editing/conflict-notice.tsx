import type { ReactNode } from 'react'
import { Button } from '#browser/ui/button.tsx'

interface ConflictNoticeProps {
  children: ReactNode
  onTakeTheirs: () => unknown
  /** Null where nothing was changed here. */
  onKeepMine: (() => unknown) | null
  className?: string
}

/** Someone else has saved the same first: what they changed, and both ways on. */
export function ConflictNotice({ children, onTakeTheirs, onKeepMine, className = '' }: ConflictNoticeProps) {
  return (
    <div role="alert" className={`bg-warn-tint text-small ${className}`}>
      {children}
      <div className="flex flex-wrap gap-2">
        {onKeepMine && (
          <Button size="s" onClick={onKeepMine}>
            Keep mine
          </Button>
        )}
        <Button size="s" onClick={onTakeTheirs}>
          {onKeepMine ? 'Take theirs' : 'Load it'}
        </Button>
      </div>
    </div>
  )
}
