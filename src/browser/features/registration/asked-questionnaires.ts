// What a registered submission is asked, and how far its answers are.

import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { getRegistrationSubmissionQuestionnaires } from '#contract/registered-questionnaires.ts'
import { getRegistrationCompletion, type RegistrationSubmission } from '#contract/registration-submissions.ts'
import { ok } from '#lib/result.ts'

type RegisteredQuestionnaire = ReplyOf<
  typeof getRegistrationSubmissionQuestionnaires
>['questionnaires'][number]
type RegisteredCompletion = ReplyOf<
  typeof getRegistrationCompletion
>['registration_submissions'][number]['questionnaires'][number]

export interface AskedQuestionnaire extends RegisteredQuestionnaire {
  /** Null for surveys, which respondents answer. */
  completion: RegisteredCompletion | null
}

export const $asked = loadableStore<AskedQuestionnaire[]>()

type Registered = Pick<RegistrationSubmission, 'registration_submission_id' | 'registration_id'>

export async function loadAsked({
  registration_submission_id: id,
  registration_id
}: Registered): Promise<void> {
  await $asked.load(String(id), async () => {
    const [asked, completion] = await Promise.all([
      call(getRegistrationSubmissionQuestionnaires, { params: { id } }),
      call(getRegistrationCompletion, { query: { registration_id } })
    ])
    if (!asked.ok) return asked
    if (!completion.ok) return completion
    const own = completion.value.registration_submissions.find(one => one.registration_submission_id === id)
    return ok(
      asked.value.questionnaires.map(questionnaire => ({
        ...questionnaire,
        completion:
          own?.questionnaires.find(one => one.questionnaire_id === questionnaire.questionnaire_id) ?? null
      }))
    )
  })
}
