import { useStore } from '@nanostores/react'
import { $project, $projects, retryProjects } from '#browser/stores/projects.ts'
import { $selectedTimePeriod } from '#browser/stores/time-periods.ts'
import { BarSlot } from '#browser/ui/bar-slot.tsx'
import { FailureNotice } from '#browser/ui/notice.tsx'
import { SkeletonLines } from '#browser/ui/skeleton.tsx'
import { useChunk } from '#browser/ui/use-chunk.ts'
import { chunk } from '#lib/chunk.ts'
import { ModeSwitch } from './mode-switch.tsx'

const builder = chunk(() => import('#browser/questionnaire-builder/builder-screen.tsx'))

/** The builder of questionnaires, whose code only admins load. */
export function QuestionsMode({ projectCode }: { projectCode: string }) {
  const project = useStore($project)
  const projects = useStore($projects)
  const period = useStore($selectedTimePeriod)
  const { module, isMissing, retry } = useChunk(builder)
  return (
    <>
      <BarSlot>
        <ModeSwitch projectCode={projectCode} mode="questions" />
      </BarSlot>
      {projects.state === 'failed' ? (
        <FailureNotice what="The projects" failure={projects} onRetry={retryProjects} className="mt-16" />
      ) : module && project && period ? (
        <module.default projectId={project.project_id} timePeriod={period} />
      ) : isMissing && !module ? (
        <FailureNotice
          what="The questionnaire builder"
          failure={{ error: 'Check your connection and try again.' }}
          onRetry={retry}
          className="mt-16"
        />
      ) : (
        <div className="page">
          <SkeletonLines lines={6} label="Loading the questionnaire builder" />
        </div>
      )}
    </>
  )
}
