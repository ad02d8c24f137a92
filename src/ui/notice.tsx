import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface NoticeProps {
  title: string
  text?: ReactNode
  /** The next action: a button or a link. */
  action?: ReactNode
  className?: string | undefined
  role?: 'alert' | 'status'
}

/** Shown instead of content: why there is none, and what to do. */
export function EmptyNotice({ title, text, action, className = '', role }: NoticeProps) {
  return (
    <div
      role={role}
      className={`grid justify-items-center content-center gap-1 px-6 py-12 text-center ${className}`}
    >
      <p className="font-medium">{title}</p>
      {text && <p className="text-small text-ink-2 max-w-[52ch]">{text}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}

/** A failed load: what, why, and a retry button. */
export function FailureNotice({
  title,
  error,
  onRetry,
  className
}: {
  title: string
  error: string
  onRetry: () => void
  className?: string
}) {
  return (
    <EmptyNotice
      role="alert"
      title={title}
      text={error}
      className={className}
      action={
        <Button size="s" icon={RotateCw} onClick={onRetry}>
          Try again
        </Button>
      }
    />
  )
}
