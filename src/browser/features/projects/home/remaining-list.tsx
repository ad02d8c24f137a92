import { Link } from 'wouter'
import { Icon } from '#browser/ui/icon.tsx'
import { ChevronRight } from '#browser/ui/icons/icon-paths.ts'
import { Ring } from '#browser/ui/progress.tsx'
import { completionPercent } from '#domain/answers/completion.ts'
import { isOpenForSignOff } from '#domain/questionnaires/section-changes.ts'
import { isSectionDone, isSectionStarted } from '#domain/questionnaires/section-work.ts'
import { paths } from '#programme/paths.ts'
import {
  isSignedOff,
  remainingWorkText,
  sortByWork,
  submissionWorkText,
  type SectionWork,
  type SubmissionProgress
} from './remaining-work.ts'
import { sectionPath } from './section-path.ts'

interface RemainingListProps {
  projectCode: string
  submissions: readonly SubmissionProgress[]
  /** Leads sign off what is complete. */
  maySignOff: boolean
}

/** Each submission with its sections: those with work first and open. Every entry links to its first incomplete cell. */
export const RemainingList = ({ projectCode, submissions, maySignOff }: RemainingListProps) => (
  <ul>
    {submissions
      .toSorted((one, other) => Number(other.remaining.sections > 0) - Number(one.remaining.sections > 0))
      .map((submission, index) => (
        <li key={submission.id} className="border-0 border-t border-line border-solid first:border-t-0">
          <details open={index === 0} className="group">
            <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-center gap-x-2.5 px-4 py-2 hover:bg-surface-hover">
              <Icon of={ChevronRight} className="group-open:rotate-90" />
              <span className="w-48 max-w-[calc(100%-28px)] font-semibold">{submission.name}</span>
              <span className="flex-1 text-small text-ink-2 max-sm:basis-full max-sm:pl-6.5">
                {submissionWorkText(submission)}
              </span>
              {maySignOff && canSignOff(submission) && (
                <Link
                  href={`${paths.dataCollection(projectCode, { view: 'entry' })}&s=${submission.id}`}
                  className="reach font-medium"
                  aria-label={`Sign off: ${submission.name}`}
                >
                  Sign off
                </Link>
              )}
            </summary>
            <ul>
              {sortByWork(submission.sections).map(work => (
                <RemainingItem key={work.completion.section_id} projectCode={projectCode} work={work} />
              ))}
            </ul>
          </details>
        </li>
      ))}
  </ul>
)

const canSignOff = (submission: SubmissionProgress): boolean =>
  submission.isComplete &&
  !isSignedOff(submission.sections) &&
  submission.sections.every(({ section }) => isOpenForSignOff(section))

function RemainingItem({ projectCode, work }: { projectCode: string; work: SectionWork }) {
  const { completion, sectionName, submissionName, lock } = work
  const isDone = isSectionDone(completion.status)
  const verb = isDone || lock !== null ? 'View' : isSectionStarted(completion) ? 'Continue' : 'Start'
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-2.5 gap-y-1 border-0 border-t border-line border-solid py-1.5 pl-10.5 max-sm:pl-4 pr-4">
      <Ring
        percent={completionPercent(completion, isDone)}
        isComplete={isDone}
        isSignedOff={completion.status === 'signed_off'}
        isEmpty={typeof completion.empty_reason === 'string'}
      />
      <span className="w-46 max-sm:w-auto max-sm:flex-1">{sectionName}</span>
      <span className="min-w-40 flex-1 text-small text-ink-2 max-sm:order-1 max-sm:basis-full max-sm:pl-6.5">
        {remainingWorkText(work)}
      </span>
      <Link
        href={sectionPath(projectCode, work)}
        className={`reach ${verb === 'View' ? 'text-ink-2' : 'font-medium'}`}
        aria-label={`${verb}: ${sectionName}, ${submissionName}`}
      >
        {verb}
      </Link>
    </li>
  )
}
