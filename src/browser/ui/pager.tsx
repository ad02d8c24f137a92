import type { ReactNode } from 'react'
import { formatCount } from '#lib/format.ts'
import { Button } from './button.tsx'
import { ChevronLeft, ChevronRight } from './icons/icon-paths.ts'

interface PagerProps {
  page: number
  pageSize: number
  total: number
  onPage: (page: number) => void
  /** The total, where it is not exact. */
  totalText?: ReactNode
  role?: 'status'
  className?: string
}

/** The range shown, with buttons for the pages before and after it. */
export function Pager({
  page,
  pageSize,
  total,
  onPage,
  totalText = formatCount(total),
  role,
  className = ''
}: PagerProps) {
  const first = (page - 1) * pageSize + 1
  const last = Math.min(page * pageSize, total)
  return (
    <nav aria-label="Pages" className={`flex flex-wrap items-center justify-between gap-2 ${className}`}>
      <p role={role} className="text-small text-ink-2 tabular-nums">
        {formatCount(first)}–{formatCount(last)} of {totalText}
      </p>
      {total > pageSize && (
        <span className="flex gap-2">
          <Button size="s" icon={ChevronLeft} disabled={page === 1} onClick={() => onPage(page - 1)}>
            Previous
          </Button>
          <Button
            size="s"
            trailingIcon={ChevronRight}
            disabled={last === total}
            onClick={() => onPage(page + 1)}
          >
            Next
          </Button>
        </span>
      )}
    </nav>
  )
}
