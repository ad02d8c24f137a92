// Handing a survey in. However often the button is pressed and whatever is lost on the way, it is handed in once.
import { failure, success, type Answer } from '#lib/answer.ts'
import { checkCase, type CasePlace } from '#stores/survey.ts'
import type { OpenSurvey } from './survey.ts'

let running: Promise<Answer<null>> | null = null

/** Submits the survey; while that goes on, asking again gives the same answer. */
export function submitSurvey(survey: OpenSurvey): Promise<Answer<null>> {
  running ??= submit(survey).finally(() => (running = null))
  return running
}

/** Section by section: the case is completed with its last one. */
async function submit({ place, engines }: OpenSurvey): Promise<Answer<null>> {
  for (const engine of engines) {
    const answer = await engine.act('complete')
    // The answer to an earlier try may have been lost: what counts is whether the case is completed.
    if (!answer.ok) return (await isCompleted(place)) ? success(null) : answer
    if (engine.$status.get().sectionStatus !== 'complete') {
      return failure(
        `Something is still missing in “${engine.model.section.section_name}”. Check the answers marked below.`
      )
    }
  }
  return (await isCompleted(place))
    ? success(null)
    : failure('The survey could not be submitted. Please try again.')
}

async function isCompleted(place: CasePlace): Promise<boolean> {
  const answer = await checkCase(place)
  return answer.ok && answer.value.status === 'completed'
}
