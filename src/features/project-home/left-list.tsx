import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { EmptyNotice } from '#ui/notice.tsx'
import { Pill } from '#ui/pill.tsx'
import { sectionPath } from './section-path.ts'
import { leftText, leftTitle, leftTone, remainingIn, type SectionWork } from './what-is-left.ts'

/** More than this is a list nobody reads; the rest is one click away. */
const SHOWN_AT_FIRST = 8

const dots = { bad: 'bg-bad', warn: 'bg-warn', info: 'bg-info', neutral: 'bg-line-strong' }

/** Every entry leads to the section where it is done. */
export function LeftList({ projectCode, left }: { projectCode: string; left: readonly SectionWork[] }) {
  const [showsAll, setShowsAll] = useState(false)
  if (left.length === 0) {
    return <EmptyNotice title="Nothing is left" text="Every section of these submissions is complete." />
  }
  const shown = showsAll ? left : left.slice(0, SHOWN_AT_FIRST)
  return (
    <>
      <ul>
        {shown.map(work => (
          <li
            key={`${work.submissionId}-${work.completion.section_id}`}
            className="border-0 border-t border-line border-solid first:border-t-0"
          >
            <Link
              href={sectionPath(projectCode, work)}
              className="flex items-center gap-3.5 px-4 py-3 text-ink hover:bg-surface-hover hover:no-underline"
            >
              <span aria-hidden="true" className={`h-2 w-2 flex-none rounded-full ${dots[leftTone(work)]}`} />
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{leftTitle(work)}</span>
                <span className="cut block text-small text-ink-2">{leftText(work)}</span>
              </span>
              {remainingIn(work.completion) > 0 && (
                <Pill tone={leftTone(work)}>{remainingIn(work.completion)} left</Pill>
              )}
              <Icon of={ChevronRight} />
            </Link>
          </li>
        ))}
      </ul>
      {left.length > shown.length && (
        <div className="border-0 border-t border-line border-solid px-4 py-2">
          <Button kind="quiet" size="s" onClick={() => setShowsAll(true)}>
            Show all {left.length}
          </Button>
        </div>
      )}
    </>
  )
}
