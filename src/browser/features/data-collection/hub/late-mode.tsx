import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { $project, $projects, retryProjects } from '#browser/stores/projects.ts'
import { $selectedTimePeriod } from '#browser/stores/time-periods.ts'
import { BarSlot } from '#browser/ui/bar-slot.tsx'
import { FailureNotice } from '#browser/ui/notice.tsx'
import { SkeletonLines } from '#browser/ui/skeleton.tsx'
import { useChunk } from '#browser/ui/use-chunk.ts'
import type { ProjectSummary } from '#contract/projects.ts'
import { chunk, type Chunk } from '#lib/chunk.ts'
import { ModeSwitch, type CollectionMode } from './mode-switch.tsx'

const builder = chunk(() => import('#browser/questionnaire-builder/builder-screen.tsx'))
const progress = chunk(() => import('#browser/features/data-collection/progress/progress-screen.tsx'))
const queriesScreen = chunk(() => import('#browser/features/data-collection/queries/queries-screen.tsx'))
const results = chunk(() => import('#browser/features/data-collection/results/survey-results.tsx'))

interface ResultsModeProps {
  projectCode: string
  questionnaireId: number
  submission: { id: number; name: string }
}

/** The results of a survey, on the page of its submission. */
export function ResultsMode({ projectCode, ...survey }: ResultsModeProps) {
  const { module, isMissing, retry } = useChunk(results)
  if (module) return <module.default {...survey} projectCode={projectCode} />
  return isMissing ? (
    <FailureNotice
      page="Results"
      what="The results"
      failure={{ error: 'Check your connection and try again.' }}
      onRetry={retry}
    />
  ) : (
    <SkeletonLines lines={8} label="Loading the results" />
  )
}

/** The builder of questionnaires, whose code only admins load. */
export const QuestionsMode = ({ projectCode }: { projectCode: string }) => (
  <LateMode projectCode={projectCode} mode="questions" code={builder} what="The questionnaire builder">
    {(module, project, timePeriod) => (
      <module.default projectId={project.project_id} timePeriod={timePeriod} />
    )}
  </LateMode>
)

/** The table of everyone's progress. */
export const ProgressMode = ({ projectCode }: { projectCode: string }) => (
  <LateMode projectCode={projectCode} mode="progress" code={progress} what="The progress">
    {(module, project, timePeriod) => <module.default project={project} timePeriodId={timePeriod.id} />}
  </LateMode>
)

/** The questions that the programme has asked, which only admins see as a whole. */
export const QueriesMode = ({ projectCode }: { projectCode: string }) => (
  <LateMode projectCode={projectCode} mode="queries" code={queriesScreen} what="The queries">
    {(module, project, timePeriod) => <module.default project={project} timePeriodId={timePeriod.id} />}
  </LateMode>
)

interface LateModeProps<M> {
  projectCode: string
  mode: CollectionMode
  code: Chunk<M>
  what: string
  children: (
    module: M,
    project: ProjectSummary,
    timePeriod: NonNullable<ReturnType<typeof $selectedTimePeriod.get>>
  ) => ReactNode
}

/** A view of data collection with code of its own, once its project and period are known. */
function LateMode<M>({ projectCode, mode, code, what, children }: LateModeProps<M>) {
  const project = useStore($project)
  const projects = useStore($projects)
  const period = useStore($selectedTimePeriod)
  const { module, isMissing, retry } = useChunk(code)
  return (
    <>
      <BarSlot>
        <ModeSwitch projectCode={projectCode} mode={mode} />
      </BarSlot>
      {projects.state === 'failed' ? (
        <FailureNotice what="The projects" failure={projects} onRetry={retryProjects} className="mt-16" />
      ) : module && project && period ? (
        children(module, project, period)
      ) : isMissing && !module ? (
        <FailureNotice
          what={what}
          failure={{ error: 'Check your connection and try again.' }}
          onRetry={retry}
          className="mt-16"
        />
      ) : (
        <div className="page">
          <SkeletonLines lines={6} label={`Loading: ${what}`} />
        </div>
      )}
    </>
  )
}
