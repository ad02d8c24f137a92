// Case codes: made, handed out, checked by respondents, withdrawn and brought back.
import { expect, test } from 'vitest'
import {
  checkCaseCode,
  createCaseCodes,
  deleteCaseCode,
  editReviewer,
  listCaseCodes
} from '#contract/case-codes.ts'
import { getSectionQuestions, listQuestionnaires } from '#contract/questionnaires.ts'
import { saveSection } from '#contract/section-submissions.ts'
import { ownSubmission, periodNamed, projectCoded } from '../support/seeded.ts'
import { NOON, sites, useServer, type Role } from '../support/server.ts'

const server = useServer()

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

test('many codes are made at once: all different, grouped to be read out, unused', async () => {
  const { token, place, codes } = await makeCodes(40)
  expect(new Set(codes.map(code => code.case_code)).size).toBe(40)
  for (const code of codes) {
    expect(code.case_code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-)+[0-9A-HJKMNP-TV-Z]{1,4}$/)
    expect([code.status, code.completion_percent, code.reviewer_name]).toEqual(['unused', 0, null])
  }
  const listed = await server.call(listCaseCodes, { query: { ...place, limit: 15 } }, token)
  expect([listed.body.case_codes.length, listed.body.total]).toEqual([15, 40])
  expect(listed.body.case_codes[0]).toEqual(codes[0])
})

test('the list is cut at 1000, says how many there are, and goes on from an offset', async () => {
  const { token, place } = await makeCodes(500, 2)
  await makeCodes(500, 2)
  await makeCodes(7, 2)
  const { body } = await server.call(listCaseCodes, { query: place }, token)
  expect([body.case_codes.length, body.total]).toEqual([1000, 1007])
  const rest = await server.call(listCaseCodes, { query: { ...place, offset: 1000 } }, token)
  expect([rest.body.case_codes.length, rest.body.total]).toEqual([7, 1007])
  const all = [...body.case_codes, ...rest.body.case_codes].map(code => code.case_code_id)
  expect(new Set(all).size).toBe(1007)
  const beyond = await server.call(listCaseCodes, { query: { ...place, limit: 1001 } }, token)
  expect([beyond.status, beyond.body.detail]).toEqual([422, expect.stringContaining('limit')])
})

test('the demo shows cases in every state, with how far each is', async () => {
  const { token, place } = await survey(0)
  const { body } = await server.call(listCaseCodes, { query: place }, token)
  const states = Map.groupBy(body.case_codes, code => code.status)
  expect([...states.keys()].toSorted()).toEqual(['completed', 'started', 'unused', 'withdrawn'])
  expect(states.get('completed')!.every(code => code.completion_percent === 100)).toBe(true)
  expect(states.get('unused')!.every(code => code.completion_percent === 0)).toBe(true)
  for (const started of states.get('started')!) expect(started.completion_percent).toBe(60)
})

test('a code opens its survey as people type it, and nothing else', async () => {
  const { place, codes } = await makeCodes(1)
  const code = codes[0]!.case_code
  for (const typed of [
    code,
    ` ${code.toLowerCase()} `,
    code.replaceAll('-', ''),
    code.replaceAll('0', 'o').replaceAll('1', 'l')
  ]) {
    expect(await check(place, typed)).toMatchObject({
      is_valid: true,
      case_code: code,
      status: 'unused',
      survey_closed_reason: null
    })
  }
  expect(await check(place, code)).toMatchObject({
    section_ids: [expect.any(Number), expect.any(Number)],
    completion_percent: 0
  })
  const elsewhere = { ...place, submission_id: await ownSubmission(server, 'ward-staffing', '2026', 0) }
  const wrong = code.startsWith('A', code.length - 2) ? 'B' : 'A'
  const mistyped = code.slice(0, -2) + wrong + code.slice(-1)
  for (const closed of [
    await check(elsewhere, code),
    await check(place, mistyped),
    await check(place, 'nonsense'),
    await check(place, '')
  ]) {
    expect(closed).toMatchObject({
      is_valid: false,
      survey_closed_reason: 'not_found',
      case_code_id: null,
      organisation_name: null
    })
  }
})

test('before it opens and after it closes a survey says so', async () => {
  const { place, codes } = await makeCodes(1)
  const reasonAt = async (day: string) => {
    server.clock.now = new Date(day)
    const { survey_closed_reason, is_valid } = await check(place, codes[0]!.case_code)
    server.clock.now = NOON
    return [survey_closed_reason, is_valid]
  }
  expect(await reasonAt('2026-01-02T00:00:00Z')).toEqual(['not_open', false])
  expect(await reasonAt('2026-12-31T00:00:00Z')).toEqual(['closed', false])
  const token = await server.tokenOf('contributor')
  server.clock.now = new Date('2026-12-31T00:00:00Z')
  const late = await server.tokenOf('contributor')
  const made = await server.call(createCaseCodes, { body: { ...place, quantity: 1 } }, late)
  server.clock.now = NOON
  expect([made.status, made.body.detail]).toEqual([423, 'This survey is closed.'])
  expect((await server.call(listCaseCodes, { query: place }, token)).status).toBe(200)
})

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

test('bad input is refused with the field', async () => {
  const { token, place } = await survey()
  const send = async (body: object) =>
    (await server.send('POST', 'caseCode', { body: { ...place, ...body }, token })).status
  expect(await send({})).toBe(422)
  expect(await send({ quantity: 501 })).toBe(422)
  expect(await send({ quantity: 2, case_code: 'ABCD' })).toBe(422)
  expect(await send({ case_code: 'ABCD' })).toBe(404)
  const standard = await server.database
    .selectFrom('questionnaires')
    .select('questionnaire_id')
    .where('programme_id', '=', 1)
    .where('project_id', '=', await projectCoded(server, 'ward-staffing'))
    .where('questionnaire_type', '=', 'standard')
    .executeTakeFirstOrThrow()
  const refused = await server.call(createCaseCodes, { body: { ...place, ...standard, quantity: 1 } }, token)
  expect([refused.status, refused.body.detail]).toEqual([
    422,
    'questionnaire_id: is not a survey by case codes'
  ])
})

test('viewers, other organisations and other programmes reach no codes', async () => {
  const { place, codes } = await makeCodes(1)
  const id = codes[0]!.case_code_id
  const colleague = await server.database
    .selectFrom('users')
    .select('email_address')
    .where('programme_id', '=', 1)
    .where('organisation_id', '!=', (await ownOrganisation()) ?? 0)
    .where('status', '=', 'active')
    .where('role_type_id', '<=', 4)
    .where('role_type_id', '>', 2)
    .executeTakeFirstOrThrow()
  const strangers = [await server.tokenOfUser(colleague.email_address), await server.tokenOf('super', sites)]
  for (const token of strangers) {
    expect((await server.call(listCaseCodes, { query: place }, token)).status).toBe(404)
    expect((await server.call(createCaseCodes, { body: { ...place, quantity: 1 } }, token)).status).toBe(404)
    const removed = await server.call(deleteCaseCode, { params: { id }, body: { confirm: true } }, token)
    expect([removed.status, removed.body.detail]).toEqual([404, 'No such case code.'])
    expect(
      (await server.call(editReviewer, { params: { id }, body: { reviewer_name: 'x' } }, token)).status
    ).toBe(404)
  }
  const byRole = async (role: Role) =>
    (await server.call(listCaseCodes, { query: place }, await server.tokenOf(role))).status
  expect([await byRole('viewer'), await byRole('lead'), await byRole('admin')]).toEqual([403, 200, 200])
})

const ownOrganisation = async (): Promise<number | null> => {
  const row = await server.database
    .selectFrom('users')
    .select('organisation_id')
    .where('programme_id', '=', 1)
    .where('email_address', '=', 'lead@wards.example')
    .executeTakeFirstOrThrow()
  return row.organisation_id
}
