import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { RotateCw } from './icons/icon-paths.ts'

interface NoticeProps {
  title: string
  text?: ReactNode
  /** The next action: a button or a link. */
  action?: ReactNode
  className?: string | undefined
  role?: 'alert' | 'status'
  /** Whether the notice is the whole page, so that its title is the page's heading. */
  isPage?: boolean
  /** The page's heading, if the notice is all of its content. */
  page?: string
}

/** Shown instead of content: why there is none, and what to do. */
export function EmptyNotice({ page, ...notice }: NoticeProps) {
  if (page === undefined) return <Notice {...notice} />
  return (
    <>
      <h1 className="mb-5">{page}</h1>
      <div className="card">
        <Notice {...notice} />
      </div>
    </>
  )
}

function Notice({ title, text, action, className = '', role, isPage = false }: Omit<NoticeProps, 'page'>) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div
      role={role}
      className={`grid justify-items-center content-center gap-1 px-6 py-12 text-center ${className}`}
    >
      <Title className="text-body! tracking-normal! font-medium!">{title}</Title>
      {text && <p className="text-small text-ink-2 max-w-[52ch]">{text}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}

type FailureNoticeProps = Pick<NoticeProps, 'className' | 'isPage' | 'page'> & {
  failure: { error: string }
  onRetry: () => unknown
} & (
    | { /** What could not be loaded: 'The users'. */ what: string; title?: never }
    | { /** Where something else than loading failed. */ title: string; what?: never }
  )

/** A failed load: what, why, and a retry button. */
export function FailureNotice({
  what,
  title = `${what} could not be loaded`,
  failure,
  onRetry,
  ...frame
}: FailureNoticeProps) {
  return (
    <EmptyNotice
      {...frame}
      role="alert"
      title={title}
      text={failure.error}
      action={
        <Button size="s" icon={RotateCw} onClick={onRetry}>
          Try again
        </Button>
      }
    />
  )
}

interface ErrorTextProps {
  /** What went wrong; nothing is shown for an empty text. */
  children: ReactNode
  id?: string
  className?: string
}

/** An error beside what it is about. It is there before it says something, so that screen readers announce it. */
export const ErrorText = ({ children, id, className = '' }: ErrorTextProps) => (
  <p id={id} role="alert" className={`text-small text-bad empty:hidden ${className}`}>
    {children}
  </p>
)
