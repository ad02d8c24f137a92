// Submits a survey. It is submitted once, however often the button is pressed and whatever fails on the way.

import type { OpenSurvey } from '#browser/features/surveys/survey.ts'
import { checkCase, type CaseReference } from '#browser/stores/survey.ts'
import { err, ok, type Result } from '#lib/result.ts'

const runningSubmits = new WeakMap<OpenSurvey, Promise<Result<null>>>()

/** Submits the survey. A second call while it runs returns the same promise. */
export function submitSurvey(survey: OpenSurvey): Promise<Result<null>> {
  const submitting = runningSubmits.get(survey) ?? submit(survey).finally(() => runningSubmits.delete(survey))
  runningSubmits.set(survey, submitting)
  return submitting
}

/** Section by section; the last one completes the case. */
async function submit({ reference, engines }: OpenSurvey): Promise<Result<null>> {
  for (const engine of engines) {
    const result = await engine.sendAction('complete')
    // The reply to an earlier try may have been lost, so check whether the case is completed.
    if (!result.ok) return (await isCompleted(reference)) ? ok(null) : result
    if (engine.$status.get().sectionStatus !== 'complete') {
      return err(
        `Something is still missing in “${engine.model.section.section_name}”. Check the answers marked below.`
      )
    }
  }
  return (await isCompleted(reference)) ? ok(null) : err('The survey could not be submitted. Try again.')
}

async function isCompleted(reference: CaseReference): Promise<boolean> {
  const result = await checkCase(reference)
  return result.ok && result.value.status === 'completed'
}
