// Who a call with a case code acts for.

import { expect, test } from 'vitest'
import { checkCaseCode, createCaseCodes } from '#contract/case-codes.ts'
import { getSectionQuestions, listQuestionnaires } from '#contract/questionnaires.ts'
import { saveSection } from '#contract/section-submissions.ts'
import { ownSubmission, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()

test('stores answers of a call with a case code for the case, even if a user is logged in', async () => {
  const contributor = await server.tokenOf('contributor')
  const selection = {
    project_id: await projectCoded(server, 'ward-staffing'),
    time_period_id: await periodNamed(server, '2026')
  }
  const { questionnaires } = (await server.call(listQuestionnaires, { query: selection }, contributor)).body
  const { questionnaire_id } = questionnaires.find(candidate => candidate.questionnaire_type === 'case')!
  const place = { questionnaire_id, submission_id: await ownSubmission(server, 'ward-staffing', '2026', 1) }
  const made = await server.call(createCaseCodes, { body: { ...place, quantity: 1 } }, contributor)
  const { case_code, case_code_id } = made.body.case_codes[0]!
  const { section_ids } = (await server.call(checkCaseCode, { query: { ...place, case_code } })).body
  const params = { id: place.questionnaire_id, sid: section_ids[0]! }
  const query = { submission_id: place.submission_id }
  const asked = new Set<number>()
  for (const role of ['contributor', 'admin', 'super'] as const) {
    const token = await server.tokenOf(role)
    const asRespondent = await server.call(
      getSectionQuestions,
      { params, query: { ...query, case_code } },
      token
    )
    const question = asRespondent.body.sub_sections[0]!.questions.find(
      candidate => candidate.question_type === 'yes_no'
    )!
    const { question_id, row_id, column_id, answer } = question
    asked.add(question_id)
    const answers = [
      { question_id, row_id, column_id, value: 'no', base_version: answer.version, comment_text: role }
    ]
    const { section_id } = asRespondent.body.section
    const body = {
      ...place,
      section_id,
      case_code,
      client_change_id: `by ${role}`,
      action: 'save' as const,
      answers
    }
    expect((await server.call(saveSection, { body }, token)).body).toMatchObject({
      saved: [{ question_id }],
      conflicts: []
    })
  }
  const rows = await server.database
    .selectFrom('answers')
    .select(['case_code_id', 'updated_by_user_id'])
    .where('programme_id', '=', 1)
    .where('submission_id', '=', place.submission_id)
    .where('question_id', 'in', [...asked])
    .where('case_code_id', 'in', [0, case_code_id])
    .execute()
  expect(rows).toEqual([{ case_code_id, updated_by_user_id: null }])
  // A code that opens nothing is not passed over because someone is signed in.
  const refused = await server.call(
    getSectionQuestions,
    { params, query: { ...query, case_code: 'NO-SUCH-CODE' } },
    await server.tokenOf('admin')
  )
  expect(refused.status).toBe(403)
})
