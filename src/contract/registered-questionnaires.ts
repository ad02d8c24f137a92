import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { endpoint } from './endpoint.ts'
import { Id, ParamId } from './fields.ts'

export const getRegistrationSubmissionQuestionnaires = endpoint({
  method: 'GET',
  path: 'questionnaires/registration-submission/{id}',
  access: 'viewer',
  summary: 'The questionnaires and sections that apply to a registered submission’s scope.',
  params: ParamId,
  reply: v.object({
    registration_submission: describe(
      'What a registration asks of one submission.',
      v.object({
        registration_submission_id: Id,
        registration_id: Id,
        submission_id: Id,
        submission_name: v.string(),
        scope_id: Id,
        scope_name: v.string()
      })
    ),
    questionnaires: v.array(
      v.object({
        questionnaire_id: Id,
        questionnaire_name: v.string(),
        sections: v.array(v.object({ section_id: Id, section_name: v.string(), display_order: v.number() }))
      })
    )
  })
})
