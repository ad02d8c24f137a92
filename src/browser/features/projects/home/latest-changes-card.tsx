import { Link } from 'wouter'
import { Card } from '#browser/ui/card.tsx'
import { daysTo, formatDay } from '#lib/format.ts'
import { presentTime } from '#lib/time/server-clock.ts'
import { paths } from '#programme/paths.ts'
import { sectionStateText, type LatestChange } from './remaining-work.ts'

interface LatestChangesCardProps {
  projectCode: string
  changes: readonly LatestChange[]
}

/** For those who read only: which sections were changed last, how far each is, and by whom. */
export const LatestChangesCard = ({ projectCode, changes }: LatestChangesCardProps) => (
  <Card title="What changed">
    <ul>
      {changes.map(({ work, at }) => (
        <li
          key={`${work.submissionId}/${work.completion.section_id}`}
          className="flex min-h-10 flex-wrap items-center gap-x-3 border-0 border-t border-line border-solid first:border-t-0 px-4 py-2 text-small"
        >
          <span className="min-w-20 whitespace-nowrap text-ink-3">{changeDay(at)}</span>
          <Link
            href={paths.section(
              projectCode,
              work.questionnaireId,
              work.submissionId,
              work.completion.section_id
            )}
            className="w-60 max-w-full font-medium text-ink max-sm:flex-1"
          >
            {work.submissionName}, {work.sectionName}
          </Link>
          <span className="flex-1 min-w-40 text-ink-2 max-sm:basis-full max-sm:pl-23">
            {sectionStateText(work)}
          </span>
          <span className="text-ink-2 max-sm:pl-23">{work.completion.updated_by}</span>
        </li>
      ))}
    </ul>
  </Card>
)

const changeDay = (at: string): string => (daysTo(at, presentTime()) === 0 ? 'Today' : formatDay(at))
