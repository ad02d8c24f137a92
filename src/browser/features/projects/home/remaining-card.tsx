import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { Link } from 'wouter'
import { $session } from '#browser/stores/session.ts'
import { $organisationInView, $viewpoint } from '#browser/stores/viewpoint.ts'
import { buttonClass } from '#browser/ui/button.tsx'
import { NotReady } from '#browser/ui/not-ready.tsx'
import { EmptyNotice } from '#browser/ui/notice.tsx'
import { Segmented } from '#browser/ui/segmented.tsx'
import type { ProjectSummary } from '#contract/projects.ts'
import { isAdminRole, isAtLeast, ROLE } from '#domain/people/roles.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { paths } from '#programme/paths.ts'
import { emptyReason } from './empty-reason.ts'
import { $progress } from './project-home.ts'
import { RemainingList } from './remaining-list.tsx'
import { begunBy, type SubmissionProgress } from './remaining-work.ts'

type RemainingScope = 'mine' | 'all'

// Kept as long as the page lives, so that the list is unchanged when the user comes back from a section.
const $scope = atom<RemainingScope>('all')

/** What the organisation still has to enter, or only what the reader has started, and the way to what is done. */
export function RemainingWork({ project, onRetry }: { project: ProjectSummary; onRetry: () => void }) {
  const progress = useStore($progress)
  const organisation = useStore($organisationInView)
  const view = useStore($viewpoint)
  // An admin who views another organisation has started nothing there.
  const isOwn = organisation?.isOwn === true
  const isMine = useStore($scope) === 'mine' && isOwn
  return (
    <section className="card">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-0 border-b border-line border-solid px-4 py-3">
        <div className="min-w-0 flex-1">
          <h2>{view.roleTypeId === ROLE.viewer ? 'Data collection' : 'To do'}</h2>
          {organisation !== null && !isOwn && <p className="text-small text-ink-3">{organisation.name}</p>}
        </div>
        {isOwn && progress.state === 'ready' && progress.value.length > 0 && (
          <Segmented<RemainingScope>
            label="Whose work"
            options={[
              { id: 'all', label: withTerms('All {submissions}') },
              { id: 'mine', label: 'Mine' }
            ]}
            pressed={isMine ? 'mine' : 'all'}
            onPress={id => $scope.set(id)}
          />
        )}
      </header>
      {progress.state === 'ready' ? (
        <RemainingOrReason project={project} submissions={progress.value} isMine={isMine} />
      ) : (
        <NotReady of={progress} what="Your to-do list" lines={4} onRetry={onRetry} className="p-4" />
      )}
    </section>
  )
}

interface RemainingOrReasonProps {
  project: ProjectSummary
  submissions: readonly SubmissionProgress[]
  isMine: boolean
}

function RemainingOrReason({ project, submissions, isMine }: RemainingOrReasonProps) {
  const organisation = useStore($organisationInView)
  const view = useStore($viewpoint)
  const userId = useStore($session).user?.details?.user_id ?? 0
  const why = emptyReason(project, submissions, organisation, view)
  if (why !== null)
    return (
      <EmptyNotice
        {...why}
        action={
          organisation === null &&
          isAdminRole(view.roleTypeId) && (
            <Link href={paths.projectDashboard(project.project_code)} className={buttonClass({ size: 's' })}>
              See the progress of all organisations
            </Link>
          )
        }
      />
    )
  const shown = isMine ? begunBy(submissions, userId) : submissions
  if (shown.length === 0)
    return (
      <EmptyNotice
        title="You have nothing to do"
        text={withTerms(
          'A section is yours if you were the last to change it. Choose All {submissions} to see everything.'
        )}
      />
    )
  return (
    <RemainingList
      projectCode={project.project_code}
      submissions={shown}
      maySignOff={isAtLeast(view.roleTypeId, ROLE.lead)}
    />
  )
}
