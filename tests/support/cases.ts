// A case of the demo programme's survey, with its code.

import { createCaseCodes } from '#contract/case-codes.ts'
import { listQuestionnaires } from '#contract/questionnaires.ts'
import { ownSubmission, periodNamed, projectCoded } from './seeded.ts'
import type { TestServer } from './server.ts'

interface Case {
  ids: string
  code: string
  id: number
  token: string
  place: { questionnaire_id: number; submission_id: number }
}

/** A fresh case of the demo programme's survey. */
export async function makeCase(server: TestServer): Promise<Case> {
  const token = await server.tokenOf('contributor')
  const query = {
    project_id: await projectCoded(server, 'ward-staffing'),
    time_period_id: await periodNamed(server, '2026')
  }
  const { body } = await server.call(listQuestionnaires, { query }, token)
  const questionnaire_id = body.questionnaires.find(
    one => one.questionnaire_type === 'case'
  )!.questionnaire_id
  const place = { questionnaire_id, submission_id: await ownSubmission(server, 'ward-staffing', '2026') }
  const made = await server.call(createCaseCodes, { body: { ...place, quantity: 1 } }, token)
  const { case_code, case_code_id } = made.body.case_codes[0]!
  return {
    ids: `${questionnaire_id}-${place.submission_id}`,
    code: case_code,
    id: case_code_id,
    token,
    place
  }
}
