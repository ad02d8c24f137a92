import { Link } from 'wouter'
import { Icon } from '#browser/ui/icon.tsx'
import { ChevronRight } from '#browser/ui/icons/icon-paths.ts'
import { Pill } from '#browser/ui/pill.tsx'
import { remainingText, remainingWorkOf } from '#domain/questionnaires/section-work.ts'
import { countOf } from '#lib/format.ts'
import { remainingGroups, type RemainingGrouping } from './remaining-groups.ts'
import {
  remainingWorkText,
  remainingTitle,
  remainingTone,
  unansweredCount,
  type SectionWork
} from './remaining-work.ts'
import { sectionPath } from './section-path.ts'

const toneDots = { bad: 'bg-bad', warn: 'bg-warn', info: 'bg-info', neutral: 'bg-ink-3' }

interface RemainingListProps {
  projectCode: string
  left: readonly SectionWork[]
  grouping: RemainingGrouping
}

/** In groups, the most advanced first and open. Every entry links to its first incomplete cell. */
export function RemainingList({ projectCode, left, grouping }: RemainingListProps) {
  return (
    <ul>
      {remainingGroups(left, grouping).map(({ key, title, works }, index) => (
        <li
          key={`${grouping} ${key}`}
          className="border-0 border-t border-line border-solid first:border-t-0"
        >
          <details open={index === 0} className="group">
            <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-2.5 px-4 py-2.5 hover:bg-surface-hover">
              <Icon of={ChevronRight} className="group-open:rotate-90" />
              <span className="min-w-40 max-w-[calc(100%-28px)] font-semibold">{title}</span>
              <span className="text-small text-ink-2">{groupText(works)}</span>
            </summary>
            <ul>
              {works.map(work => (
                <RemainingItem
                  key={`${work.submissionId}/${work.completion.section_id}`}
                  projectCode={projectCode}
                  work={work}
                />
              ))}
            </ul>
          </details>
        </li>
      ))}
    </ul>
  )
}

/** '57 answers to do in 4 sections'. */
function groupText(works: readonly SectionWork[]): string {
  const remaining = remainingWorkOf(works.map(({ completion }) => completion))
  return remaining.answers === 0
    ? remainingText(remaining)
    : `${remainingText(remaining)} in ${countOf(works.length, 'section')}`
}

function RemainingItem({ projectCode, work }: { projectCode: string; work: SectionWork }) {
  return (
    <li className="border-0 border-t border-line border-solid">
      <Link
        href={sectionPath(projectCode, work)}
        className="flex items-center gap-3.5 max-sm:gap-2.5 py-2.5 pl-10.5 max-sm:pl-4 pr-4 text-ink hover:bg-surface-hover hover:no-underline"
      >
        <span
          aria-hidden="true"
          className={`h-2 w-2 flex-none rounded-full ${toneDots[remainingTone(work)]}`}
        />
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{remainingTitle(work)}</span>
          <span className="block text-small text-ink-2">{remainingWorkText(work)}</span>
        </span>
        {unansweredCount(work.completion) > 0 && (
          <Pill tone={remainingTone(work)}>{unansweredCount(work.completion)} to do</Pill>
        )}
        <Icon of={ChevronRight} />
      </Link>
    </li>
  )
}
