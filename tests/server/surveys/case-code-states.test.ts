// A case code's states: withdrawn, brought back, complete; and its reviewer.

import { expect, test } from 'vitest'
import { createCaseCodes, deleteCaseCode, editReviewer, listCaseCodes } from '#contract/case-codes.ts'
import { getSectionQuestions } from '#contract/questionnaires.ts'
import { saveSection } from '#contract/section-submissions.ts'
import { codingOn } from '#tests/support/case-code-survey.ts'
import { NOON, useServer } from '#tests/support/server.ts'

const server = useServer()
const { survey, makeCodes, check } = codingOn(server)

/** Answers the first section of the survey as its respondent would. */
async function answerFirstSection(
  place: { questionnaire_id: number; submission_id: number },
  case_code: string
) {
  const { section_ids } = await check(place, case_code)
  const section_id = section_ids[0]!
  const { submission_id } = place
  const params = { id: place.questionnaire_id, sid: section_id }
  const { body } = await server.call(getSectionQuestions, { params, query: { submission_id, case_code } })
  const question = body.sub_sections[0]!.questions.find(candidate => candidate.question_type === 'yes_no')!
  const answers = [
    { question_id: question.question_id, row_id: 0, column_id: 0, value: 'no', base_version: 0 }
  ]
  const reply = await server.call(saveSection, {
    body: {
      ...place,
      section_id,
      case_code,
      client_change_id: `answer of ${case_code}`,
      action: 'save',
      answers
    }
  })
  expect([reply.status, reply.body.saved.length]).toEqual([200, 1])
}

test('an unused code is deleted; a used one is withdrawn when that is confirmed, and can be brought back', async () => {
  const { token, place, codes } = await makeCodes(2)
  const [unused, used] = codes as [(typeof codes)[0], (typeof codes)[0]]
  const remove = (id: number, confirm: boolean) =>
    server.call(deleteCaseCode, { params: { id }, body: { confirm } }, token)
  expect((await remove(unused.case_code_id, false)).body).toMatchObject({
    status: 'deleted',
    answer_count: 0
  })
  expect((await check(place, unused.case_code)).survey_closed_reason).toBe('not_found')
  expect((await remove(unused.case_code_id, false)).status).toBe(404)

  await answerFirstSection(place, used.case_code)
  expect(await check(place, used.case_code)).toMatchObject({ status: 'started', completion_percent: 20 })
  expect((await remove(used.case_code_id, false)).body).toMatchObject({
    status: 'confirmation_needed',
    answer_count: 1
  })
  expect((await check(place, used.case_code)).is_valid).toBe(true)
  expect((await remove(used.case_code_id, true)).body).toMatchObject({ status: 'withdrawn', answer_count: 1 })
  expect(await check(place, used.case_code)).toMatchObject({
    is_valid: false,
    survey_closed_reason: 'withdrawn'
  })
  const params = { id: place.questionnaire_id, sid: (await check(place, used.case_code)).section_ids[0]! }
  const query = { submission_id: place.submission_id, case_code: used.case_code }
  // 403, because 401 asks to log in; the same for a code that never was.
  for (const case_code of [used.case_code, '00000000000']) {
    const reply = await server.call(getSectionQuestions, { params, query: { ...query, case_code } })
    expect([reply.status, reply.body.detail]).toEqual([403, 'This case code does not open this survey.'])
  }

  const back = await server.call(
    createCaseCodes,
    { body: { ...place, case_code: used.case_code.toLowerCase() } },
    token
  )
  expect(back.body.case_codes).toMatchObject([{ case_code_id: used.case_code_id, status: 'started' }])
  expect((await check(place, used.case_code)).is_valid).toBe(true)
})

test('a case that was complete comes back complete', async () => {
  const { token, place } = await survey(0)
  const { body } = await server.call(listCaseCodes, { query: place }, token)
  const code = body.case_codes.find(candidate => candidate.status === 'completed')!
  await server.call(deleteCaseCode, { params: { id: code.case_code_id }, body: { confirm: true } }, token)
  const back = await server.call(createCaseCodes, { body: { ...place, case_code: code.case_code } }, token)
  expect(back.body.case_codes).toMatchObject([{ status: 'completed', completion_percent: 100 }])
  expect(await check(place, code.case_code)).toMatchObject({
    is_valid: true,
    status: 'completed',
    survey_closed_reason: 'completed'
  })
})

test('once the survey has closed, no code is withdrawn, deleted or restored, so its figures stay as they are', async () => {
  const { place, codes } = await makeCodes(2)
  const [unused, withdrawn] = codes as [(typeof codes)[0], (typeof codes)[0]]
  await answerFirstSection(place, withdrawn.case_code)
  const remove = (id: number, token: string) =>
    server.call(deleteCaseCode, { params: { id }, body: { confirm: true } }, token)
  await remove(withdrawn.case_code_id, await server.tokenOf('contributor'))
  const listed = async (token: string) => {
    const { body } = await server.call(listCaseCodes, { query: place }, token)
    return body.case_codes.map(({ case_code_id, status }) => [case_code_id, status])
  }
  server.clock.now = new Date('2026-12-31T00:00:00Z')
  for (const role of ['contributor', 'admin'] as const) {
    const token = await server.tokenOf(role)
    const before = await listed(token)
    const restoring = { body: { ...place, case_code: withdrawn.case_code } }
    const replies = [
      await remove(unused.case_code_id, token),
      await server.call(createCaseCodes, restoring, token)
    ]
    for (const { status, body } of replies)
      expect([status, body.detail]).toEqual([423, expect.stringMatching(/^Data collection closed on /)])
    expect(await listed(token)).toEqual(before)
  }
  server.clock.now = NOON
})

test('a reviewer is named, recognised among the colleagues, and taken off again', async () => {
  const { token, codes } = await makeCodes(1)
  const edit = (body: { reviewer_name: string | null; reviewer_email_address?: string | null }) =>
    server.call(editReviewer, { params: { id: codes[0]!.case_code_id }, body }, token)
  const named = await edit({ reviewer_name: 'Helen Barnes', reviewer_email_address: 'Viewer@wards.example' })
  expect(named.body).toMatchObject({ reviewer_name: 'Helen Barnes', reviewer_id: expect.any(Number) })
  const outside = await edit({ reviewer_name: 'Jo Frost', reviewer_email_address: 'jo@elsewhere.example' })
  expect(outside.body).toMatchObject({ reviewer_email_address: 'jo@elsewhere.example', reviewer_id: null })
  expect((await edit({ reviewer_name: null })).body).toMatchObject({
    reviewer_name: null,
    reviewer_email_address: null
  })
  expect(
    (await edit({ reviewer_name: null, reviewer_email_address: 'jo@elsewhere.example' })).body.detail
  ).toContain('reviewer_name')
  expect((await edit({ reviewer_name: 'x', reviewer_email_address: 'not an address' })).status).toBe(422)
})
