// The project's home: the progress of each own submission, and who takes part.

import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import type { ProjectPeriod } from '#browser/stores/collection/project-period.ts'
import { $filterOptions, loadFilterOptions } from '#browser/stores/filters.ts'
import { $session } from '#browser/stores/session.ts'
import { $ownSubmissions } from '#browser/stores/submissions.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { NamedSubmission } from '#contract/filters.ts'
import { getProject } from '#contract/projects.ts'
import { listQuestionnaires } from '#contract/questionnaires.ts'
import { getCompletion } from '#contract/section-submissions.ts'
import { sortByDisplayOrder } from '#lib/compare.ts'
import { ok, type Result, type Err } from '#lib/result.ts'
import { homeProgress, type SectionWork, type SubmissionProgress } from './remaining-work.ts'

export type ProjectDetails = ReplyOf<typeof getProject>

export const $progress = loadableStore<SubmissionProgress[]>()
export const $details = loadableStore<ProjectDetails>()

export interface ProjectHomeScope extends ProjectPeriod {
  organisationId: number
}

/** Loads both halves of the screen; each may fail on its own. */
export async function loadProjectHome(scope: ProjectHomeScope): Promise<void> {
  // Permissions differ between users, so one user's data is never shown to the next.
  const key = `${$session.get().user?.sub ?? ''}/${scope.projectId}/${scope.timePeriodId}/${scope.organisationId}`
  const { projectId: id, timePeriodId: time_period_id } = scope
  await Promise.all([
    $progress.load(key, () => readProgress(scope)),
    $details.load(key, () => call(getProject, { params: { id }, query: { time_period_id } }))
  ])
}

async function readProgress({
  projectId,
  timePeriodId,
  organisationId
}: ProjectHomeScope): Promise<Result<SubmissionProgress[]>> {
  await loadFilterOptions({ organisationId, projectId, timePeriodId })
  const options = $filterOptions.get()
  if (options.state === 'failed') return { ok: false, error: options.error, status: options.status }
  const answers = await Promise.all(
    $ownSubmissions.get().map(submission => readSubmissionWork(submission, { projectId, timePeriodId }))
  )
  const failed = answers.find((result): result is Err => !result.ok)
  return failed ?? ok(answers.flatMap(result => (result.ok ? [result.value] : [])))
}

async function readSubmissionWork(
  submission: NamedSubmission,
  { projectId, timePeriodId }: Pick<ProjectHomeScope, 'projectId' | 'timePeriodId'>
): Promise<Result<SubmissionProgress>> {
  const [list, completion] = await Promise.all([
    call(listQuestionnaires, {
      query: { project_id: projectId, time_period_id: timePeriodId, submission_id: submission.id }
    }),
    call(getCompletion, { query: { submission_id: submission.id } })
  ])
  if (!list.ok) return list
  if (!completion.ok) return completion
  const byId = new Map(completion.value.section_submissions.map(entry => [entry.section_id, entry]))
  // Case-coded questionnaires are filled in by respondents, not by the organisation.
  const standard = list.value.questionnaires.filter(one => one.questionnaire_type === 'standard')
  const works = standard.flatMap(({ questionnaire_id, sections = [] }) =>
    sortByDisplayOrder(sections).flatMap((section): SectionWork[] => {
      const found = byId.get(section.section_id)
      return found
        ? [
            {
              submissionId: submission.id,
              submissionName: submission.name,
              questionnaireId: questionnaire_id,
              sectionName: section.section_name,
              completion: found,
              lock: section.lock_reason,
              section
            }
          ]
        : []
    })
  )
  return ok(homeProgress(submission.id, submission.name, works))
}
