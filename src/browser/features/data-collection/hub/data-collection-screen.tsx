import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Link, useSearchParams } from 'wouter'
import { DownloadAnswersButton } from '#browser/features/data-collection/download/download-answers-button.tsx'
import { openGuidance } from '#browser/features/data-collection/panel/guidance-modal.ts'
import { openWorkbookOfAll } from '#browser/features/data-collection/submission-workbook.ts'
import { useCollectionContext } from '#browser/features/data-collection/use-collection-context.ts'
import { readTitle, useGuidance } from '#browser/features/data-collection/use-title.ts'
import { parseIdParameter } from '#browser/navigation/address-choices.ts'
import { ChooseOrganisation } from '#browser/project-frame/choose-organisation.tsx'
import { loadFilterOptions } from '#browser/stores/filters.ts'
import { $selectedOrganisationId } from '#browser/stores/organisations.ts'
import { $project } from '#browser/stores/projects.ts'
import { $organisationInView, $viewpoint } from '#browser/stores/viewpoint.ts'
import { BarSlot } from '#browser/ui/bar-slot.tsx'
import { Button, buttonClass } from '#browser/ui/button.tsx'
import { FileSpreadsheet } from '#browser/ui/icons/chart-icon-paths.ts'
import { BookOpen } from '#browser/ui/icons/icon-paths.ts'
import { EmptyNotice, FailureNotice } from '#browser/ui/notice.tsx'
import { OutdatedNotice } from '#browser/ui/outdated-notice.tsx'
import { Skeleton } from '#browser/ui/skeleton.tsx'
import { isAdminRole, isAtLeast, ROLE } from '#domain/people/roles.ts'
import { isRegistrationOpen } from '#domain/projects/registration-window.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { paths } from '#programme/paths.ts'
import { $hub, loadHub, reloadHub, type QuestionnaireState } from './data-collection.ts'
import { ProgressMode, QueriesMode, QuestionsMode, ResultsMode } from './late-mode.tsx'
import { collectionMode, ModeSwitch } from './mode-switch.tsx'
import { QuestionnaireCard } from './questionnaire-card.tsx'
import { nextOpenSection } from './section-rows.ts'
import { SubmissionPick } from './submission-pick.tsx'

/** The page of a project's questionnaires: filled in by everyone, watched and changed by admins. */
export default function DataCollectionScreen({ projectCode }: { projectCode: string }) {
  const view = useStore($viewpoint)
  const [params] = useSearchParams()
  const mode = collectionMode(params, view)
  if (mode === 'questions') return <QuestionsMode projectCode={projectCode} />
  if (mode === 'queries') return <QueriesMode projectCode={projectCode} />
  if (mode === 'progress') return <ProgressMode projectCode={projectCode} />
  return <Submissions projectCode={projectCode} surveyId={parseIdParameter(params.get('results'))} />
}

/** A submission's questionnaires: their progress, what remains, and links into them. */
function Submissions({ projectCode, surveyId }: { projectCode: string; surveyId: number | null }) {
  const { project, projects, timePeriodId, options, submission, submissions } = useCollectionContext()
  useGuidance()
  const projectId = project?.project_id
  const submissionId = submission?.id
  useEffect(() => {
    if (projectId !== undefined && timePeriodId !== undefined && submissionId !== undefined)
      void loadHub({ projectId, timePeriodId, submissionId })
  }, [projectId, timePeriodId, submissionId])
  return (
    <div className="page">
      <BarSlot>
        <SubmissionPick projectCode={projectCode} selected={submissionId ?? null} />
        <ModeSwitch projectCode={projectCode} mode="entry" />
      </BarSlot>
      {projects.state === 'failed' ? (
        <FailureNotice
          page="Data collection"
          what="The projects"
          failure={projects}
          onRetry={() => location.reload()}
        />
      ) : options.state === 'failed' ? (
        <FailureNotice
          page="Data collection"
          what={withTerms('The {submissions}')}
          failure={options}
          onRetry={retryHub(projectId, timePeriodId)}
        />
      ) : options.state === 'loading' || projectId === undefined || timePeriodId === undefined ? (
        <HubSkeleton />
      ) : submissions.length === 0 || submission === null ? (
        <NoSubmissions projectCode={projectCode} />
      ) : surveyId !== null ? (
        <ResultsMode projectCode={projectCode} questionnaireId={surveyId} submission={submission} />
      ) : (
        <Hub
          projectCode={projectCode}
          submission={submission}
          scope={{ projectId, timePeriodId, submissionId: submission.id }}
        />
      )}
    </div>
  )
}

const retryHub = (projectId: number | undefined, timePeriodId: number | undefined) => () => {
  if (projectId !== undefined && timePeriodId !== undefined)
    void loadFilterOptions({ organisationId: $selectedOrganisationId.get(), projectId, timePeriodId })
}

interface HubProps {
  projectCode: string
  submission: { id: number; name: string }
  scope: { projectId: number; timePeriodId: number; submissionId: number }
}

function Hub({ projectCode, submission, scope }: HubProps) {
  const hub = useStore($hub)
  const organisation = useStore($organisationInView)
  const { roleTypeId } = useStore($viewpoint)
  const readAgain = () => reloadHub(scope)
  if (hub.state === 'loading') return <HubSkeleton />
  if (hub.state === 'failed')
    return (
      <FailureNotice page="Data collection" what="The questionnaires" failure={hub} onRetry={readAgain} />
    )
  if (hub.value.length === 0)
    return (
      <EmptyNotice
        page="Data collection"
        title="No questionnaires in this period"
        text="Choose another period, or come back when data collection opens."
      />
    )
  return (
    <>
      <header className="page-head">
        <div className="flex-1 min-w-0">
          <h1>Data collection</h1>
          <p className="text-small text-ink-2 mt-0.5">
            {organisation !== null &&
              (isAdminRole(roleTypeId) || !organisation.isOwn) &&
              `${organisation.name}: `}
            {submission.name}
          </p>
        </div>
        <Button icon={BookOpen} onClick={openGuidance}>
          Guidance
        </Button>
        <DownloadAnswersButton projectCode={projectCode} scope={scope} />
        <WorkbookButton states={hub.value} submissionId={submission.id} onSaved={readAgain} />
        <Continue projectCode={projectCode} submission={submission} states={hub.value} />
      </header>
      <OutdatedNotice of={$hub} what="The questionnaires" onRetry={readAgain} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {surveysLast(hub.value).map(state => (
          <QuestionnaireCard
            key={state.questionnaire.questionnaire_id}
            projectCode={projectCode}
            submission={submission}
            state={state}
            onChanged={readAgain}
          />
        ))}
      </div>
    </>
  )
}

/** All sections of the submission in one workbook. */
function WorkbookButton({
  states,
  submissionId,
  onSaved
}: {
  states: readonly QuestionnaireState[]
  submissionId: number
  onSaved: () => void
}) {
  const addresses = states.flatMap(({ questionnaire: { questionnaire_id: questionnaireId }, rows }) =>
    rows.map(({ section }) => ({ questionnaireId, submissionId, sectionId: section.section_id }))
  )
  if (addresses.length === 0) return null
  return (
    <Button icon={FileSpreadsheet} onClick={() => openWorkbookOfAll(addresses, readTitle, onSaved)}>
      Workbook
    </Button>
  )
}

/** Surveys for respondents are listed separately, below the questionnaires for members. */
const surveysLast = (states: readonly QuestionnaireState[]): QuestionnaireState[] => [
  ...states.filter(({ questionnaire }) => questionnaire.questionnaire_type === 'standard'),
  ...states.filter(({ questionnaire }) => questionnaire.questionnaire_type === 'case')
]

/** The screen's main action: the section most worth continuing. */
function Continue({
  projectCode,
  submission,
  states
}: {
  projectCode: string
  submission: { id: number }
  states: QuestionnaireState[]
}) {
  for (const { questionnaire, rows } of states) {
    const next = questionnaire.is_locked ? null : nextOpenSection(rows)
    if (next !== null) {
      return (
        <Link
          href={paths.section(
            projectCode,
            questionnaire.questionnaire_id,
            submission.id,
            next.section.section_id,
            { go: 'left' }
          )}
          className={buttonClass({ kind: 'main' })}
        >
          {(next.completion?.status ?? next.section.status) === 'not_started' ? 'Start' : 'Continue'}:{' '}
          {next.section.section_name}
        </Link>
      )
    }
  }
  return null
}

/** Users who can fix it get a link; others are told who can. */
function NoSubmissions({ projectCode }: { projectCode: string }) {
  const organisation = useStore($organisationInView)
  const { roleTypeId } = useStore($viewpoint)
  const project = useStore($project)
  if (organisation === null) {
    return isAdminRole(roleTypeId) ? (
      <>
        <h1 className="mb-5">Data collection</h1>
        <ChooseOrganisation overviewPath={paths.projectDashboard(projectCode)} />
      </>
    ) : (
      <EmptyNotice
        page="Data collection"
        title="You do not belong to an organisation yet"
        text="A programme admin can add you to one."
      />
    )
  }
  const mayRegister = isAtLeast(roleTypeId, ROLE.lead) && project !== null && isRegistrationOpen(project)
  return (
    <EmptyNotice
      page="Data collection"
      title={`${organisation.name} has no ${withTerms('{submissions}')} in this period`}
      text={
        mayRegister || project === null || !isRegistrationOpen(project)
          ? withTerms('{Submissions} are created when an organisation registers for the project.')
          : withTerms('{Submissions} are created when the organisation’s lead registers for the project.')
      }
      action={
        mayRegister && (
          <Link href={paths.projectRegistration(projectCode)} className={buttonClass()}>
            Go to registration
          </Link>
        )
      }
    />
  )
}

function HubSkeleton() {
  return (
    <div aria-busy="true" role="status" aria-label="Loading data collection">
      <h1>Data collection</h1>
      <Skeleton className="h-4 w-72 mt-2" />
      <Skeleton className="h-64 w-full mt-7 rounded-lg!" />
    </div>
  )
}
