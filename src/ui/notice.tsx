import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface NoticeProps {
  title: string
  text?: ReactNode
  /** The way on: a button or a link. */
  action?: ReactNode
  className?: string | undefined
  role?: 'alert' | 'status'
}

/** Stands in the place of content: why there is none, and a way on. */
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

/** A load that failed: what, why, and the button that tries again. */
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
