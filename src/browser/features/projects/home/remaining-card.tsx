import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { Link } from 'wouter'
import { $session } from '#browser/stores/session.ts'
import { $organisationInView, $viewpoint } from '#browser/stores/viewpoint.ts'
import { buttonClass } from '#browser/ui/button.tsx'
import { EmptyNotice, FailureNotice } from '#browser/ui/notice.tsx'
import { Segmented } from '#browser/ui/segmented.tsx'
import { SkeletonLines } from '#browser/ui/skeleton.tsx'
import type { ProjectSummary } from '#contract/projects.ts'
import { isAdminRole } from '#domain/people/roles.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { paths } from '#programme/paths.ts'
import { emptyReason } from './empty-reason.ts'
import { $progress } from './project-home.ts'
import { begunBy, type RemainingGrouping, type RemainingScope } from './remaining-groups.ts'
import { RemainingList } from './remaining-list.tsx'
import { remainingSections, type SectionWork, type SubmissionProgress } from './remaining-work.ts'

// Kept as long as the page lives, so that the list is unchanged when the user comes back from a section.
const $scope = atom<RemainingScope>('organisation')
const $grouping = atom<RemainingGrouping>('submission')

/** What the organisation still has to enter, or only what the reader has started. */
export function RemainingWork({ project, onRetry }: { project: ProjectSummary; onRetry: () => void }) {
  const progress = useStore($progress)
  const organisation = useStore($organisationInView)
  const userId = useStore($session).user?.details?.user_id ?? 0
  // An admin who views another organisation has started nothing there.
  const scope = useStore($scope)
  const isMine = scope === 'mine' && organisation?.isOwn === true
  const all = progress.state === 'ready' ? remainingSections(progress.value) : []
  const left = isMine ? begunBy(all, userId) : all
  return (
    <section className="card">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-0 border-b border-line border-solid px-4 py-3">
        <div className="min-w-0 flex-1">
          <h2>
            To do{' '}
            {left.length > 0 && <span className="font-normal text-ink-3 tabular-nums">{left.length}</span>}
          </h2>
          {organisation !== null && !organisation.isOwn && (
            <p className="text-small text-ink-3">{organisation.name}</p>
          )}
        </div>
        {all.length > 0 && <Switches isOwn={organisation?.isOwn === true} />}
      </header>
      {progress.state === 'loading' && (
        <div className="p-4">
          <SkeletonLines lines={4} />
        </div>
      )}
      {progress.state === 'failed' && (
        <FailureNotice what="Your to-do list" failure={progress} onRetry={onRetry} />
      )}
      {progress.state === 'ready' && (
        <RemainingOrReason project={project} submissions={progress.value} left={left} isMine={isMine} />
      )}
    </section>
  )
}

function Switches({ isOwn }: { isOwn: boolean }) {
  const scope = useStore($scope)
  const grouping = useStore($grouping)
  return (
    <>
      {isOwn && (
        <Segmented
          label="Whose work"
          options={[
            { id: 'mine', label: 'Mine' },
            { id: 'organisation', label: 'Organisation' }
          ]}
          pressed={scope}
          onPress={id => $scope.set(id)}
        />
      )}
      <Segmented
        label="Grouping"
        options={[
          { id: 'submission', label: withTerms('By {submission}') },
          { id: 'person', label: 'By person' }
        ]}
        pressed={grouping}
        onPress={id => $grouping.set(id)}
      />
    </>
  )
}

interface RemainingOrReasonProps {
  project: ProjectSummary
  submissions: readonly SubmissionProgress[]
  left: readonly SectionWork[]
  isMine: boolean
}

function RemainingOrReason({ project, submissions, left, isMine }: RemainingOrReasonProps) {
  const grouping = useStore($grouping)
  const organisation = useStore($organisationInView)
  const view = useStore($viewpoint)
  const why = emptyReason(project, submissions, organisation, view)
  if (why !== null)
    return (
      <EmptyNotice
        {...why}
        action={organisation === null && isAdminRole(view.roleTypeId) && <Everyone project={project} />}
      />
    )
  if (left.length > 0)
    return <RemainingList projectCode={project.project_code} left={left} grouping={grouping} />
  return isMine ? (
    <EmptyNotice
      title="You have nothing to do"
      text="A section is yours if you were the last to change it. Choose Organisation to see everything."
    />
  ) : (
    <EmptyNotice
      title="Nothing to do"
      text={withTerms('Every section of these {submissions} is complete.')}
    />
  )
}

/** Admins belong to no organisation: what waits for them is how far all of them are. */
const Everyone = ({ project }: Pick<RemainingOrReasonProps, 'project'>) => (
  <Link href={paths.projectDashboard(project.project_code)} className={buttonClass({ size: 's' })}>
    See the progress of all organisations
  </Link>
)
