// A survey of the demo, its codes, and its content for a respondent.

import { expect } from 'vitest'
import { checkCaseCode, createCaseCodes } from '#contract/case-codes.ts'
import { listQuestionnaires } from '#contract/questionnaires.ts'
import { ownSubmission, periodNamed, projectCoded } from './seeded.ts'
import type { TestServer } from './server.ts'

export function codingOn(server: TestServer) {
  async function survey(number = 1) {
    const token = await server.tokenOf('contributor')
    const query = {
      project_id: await projectCoded(server, 'ward-staffing'),
      time_period_id: await periodNamed(server, '2026')
    }
    const { body } = await server.call(listQuestionnaires, { query }, token)
    const questionnaire = body.questionnaires.find(candidate => candidate.questionnaire_type === 'case')
    const submission_id = await ownSubmission(server, 'ward-staffing', '2026', number)
    return { token, place: { questionnaire_id: questionnaire!.questionnaire_id, submission_id } }
  }

  async function makeCodes(quantity: number, number = 1) {
    const { token, place } = await survey(number)
    const { status, body } = await server.call(createCaseCodes, { body: { ...place, quantity } }, token)
    expect(status).toBe(200)
    return { token, place, codes: body.case_codes }
  }

  const check = async (place: { questionnaire_id: number; submission_id: number }, case_code: string) =>
    (await server.call(checkCaseCode, { query: { ...place, case_code } })).body

  return { survey, makeCodes, check }
}
