import { Button } from '#browser/ui/button.tsx'
import { ChevronLeft, ChevronRight } from '#browser/ui/icons/icon-paths.ts'
import { formatCount } from '#lib/format.ts'
import { USERS_PER_PAGE } from './user-query.ts'

interface PagerProps {
  page: number
  total: number
  onPage: (page: number) => void
}

/** The range shown, with links to the other pages. */
export function Pager({ page, total, onPage }: PagerProps) {
  const first = (page - 1) * USERS_PER_PAGE + 1
  const last = Math.min(page * USERS_PER_PAGE, total)
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-2 px-4 py-2">
      <p role="status" className="text-small text-ink-2 tabular-nums">
        {formatCount(first)}–{formatCount(last)} of {formatCount(total)}
      </p>
      {total > USERS_PER_PAGE && (
        <span className="flex gap-2">
          <Button
            size="s"
            kind="quiet"
            icon={ChevronLeft}
            disabled={page === 1}
            onClick={() => onPage(page - 1)}
          >
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
