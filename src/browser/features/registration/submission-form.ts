// The submission form: its name, its scope, and what it continues.

import { call } from '#browser/api/call.ts'
import { createForm, type Form } from '#browser/forms/form-store.ts'
import { required } from '#browser/forms/rules.ts'
import { length } from '#browser/forms/value-rules.ts'
import {
  createRegistrationSubmission,
  type RegistrationSubmission
} from '#contract/registration-submissions.ts'
import { updateSubmission } from '#contract/submissions.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { err, type Result } from '#lib/result.ts'
import { rereadAfter } from './actions.ts'
import { earlierOf, openLineages, periodName, lineageTrend } from './lineage.ts'
import { listedPeriods, type RegistrationPage } from './registration.ts'

export type SubmissionForm = Form<'name' | 'scope_id' | 'lineage_id'>

/** The value for "continues none": its trend begins in this period. */
export const CONTINUES_NOTHING = ''

/** The lineage that a submission continues, as the form's value. */
function continuedLineage(page: RegistrationPage, submission: RegistrationSubmission | null): string {
  const own = page.history.find(({ id }) => id === submission?.submission_id)
  const trend = own && lineageTrend(own.id, page.history, listedPeriods(), page.target.timePeriodId)
  return trend && !trend.isNew ? String(own.lineage_id) : CONTINUES_NOTHING
}

export const submissionForm = (
  page: RegistrationPage,
  submission: RegistrationSubmission | null
): SubmissionForm =>
  createForm({
    name: { label: 'Name', initial: submission?.submission_name ?? '', rules: [required, length(1, 200)] },
    scope_id: {
      label: 'Scope',
      initial: String(submission?.scope_id ?? page.registration?.scope_ids[0] ?? ''),
      rules: [required]
    },
    lineage_id: {
      label: withTerms('Was it another {submission} before?'),
      initial: continuedLineage(page, submission)
    }
  })

/** The choices: the current lineage, and every earlier one that no submission continues yet. */
export function lineageOptions(
  page: RegistrationPage,
  submission: RegistrationSubmission | null
): { id: string; name: string }[] {
  const periods = listedPeriods()
  const now = periodName(periods, page.target.timePeriodId)
  const current = Number(continuedLineage(page, submission))
  const own = earlierOf(current, page.history, periods, page.target.timePeriodId)
  const open = openLineages(page.history, periods, page.target.timePeriodId)
  return [
    { id: CONTINUES_NOTHING, name: `No, its trend starts in ${now}` },
    ...[...(own ? [own] : []), ...open].map(({ lineage_id, name, time_period_id }) => ({
      id: String(lineage_id),
      name: `Yes, ${name} of ${periodName(periods, time_period_id)}`
    }))
  ]
}

/** Saves the submission, new or edited. */
export async function saveSubmission(
  given: Record<'name' | 'scope_id' | 'lineage_id', string>,
  page: RegistrationPage,
  submission: RegistrationSubmission | null
): Promise<Result<unknown>> {
  const scope_id = Number(given.scope_id)
  const lineage_id = given.lineage_id === CONTINUES_NOTHING ? null : Number(given.lineage_id)
  const isSame = given.lineage_id === continuedLineage(page, submission)
  const answer = submission
    ? await call(updateSubmission, {
        params: { id: submission.submission_id },
        body: { name: given.name, scope_id, ...(!isSame && { lineage_id }) }
      })
    : await call(createRegistrationSubmission, {
        body: {
          registration_id: page.registration?.registration_id ?? 0,
          scope_id,
          submission_name: given.name,
          lineage_id
        }
      })
  if (!answer.ok) return err(answer.error.replace(/^submission_name:/, 'name:'))
  return rereadAfter(page, answer)
}
