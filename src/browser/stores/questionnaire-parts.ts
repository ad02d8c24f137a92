// Reads a questionnaire part by part with the specification's calls: section by section, as for a submission.

import { call } from '#browser/api/call.ts'
import { MAX_SUBMISSIONS } from '#contract/limits.ts'
import { getSectionQuestions, listSections, type SectionQuestions } from '#contract/questionnaires.ts'
import { listSubmissions } from '#contract/submissions.ts'
import { limitConcurrency } from '#lib/limit-concurrency.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { projectPeriodScope, type ProjectPeriod } from './collection/project-period.ts'

const NO_SUBMISSION = 'The questions can be shown once an organisation takes part in this period.'

const inSectionQueue = limitConcurrency(4)

/** The sections of a questionnaire with their questions. A questionnaire of one scope shows them to submissions of that scope only. */
export async function readQuestionnaireParts(
  questionnaireId: number,
  period: ProjectPeriod
): Promise<Result<SectionQuestions[]>> {
  const submissions = await call(listSubmissions, {
    query: { ...projectPeriodScope(period), limit: MAX_SUBMISSIONS }
  })
  if (!submissions.ok) return submissions
  const ofEachScope = new Map(submissions.value.submissions.map(one => [one.scope_id, one.id]))
  let read: Result<SectionQuestions[]> = err(NO_SUBMISSION)
  for (const submissionId of ofEachScope.values()) {
    read = await readEachSection(questionnaireId, submissionId)
    if (read.ok || read.status !== 404) return read
  }
  return read
}

async function readEachSection(id: number, submission_id: number): Promise<Result<SectionQuestions[]>> {
  const listed = await call(listSections, { params: { id }, query: { submission_id } })
  if (!listed.ok) return listed
  const sections = await Promise.all(
    listed.value.sections.map(({ section_id }) =>
      inSectionQueue(() =>
        call(getSectionQuestions, { params: { id, sid: section_id }, query: { submission_id } })
      )
    )
  )
  const failed = sections.find(section => !section.ok)
  return failed ?? ok(sections.flatMap(section => (section.ok ? [section.value] : [])))
}
