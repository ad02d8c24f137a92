// Case codes: made, listed, checked by respondents, and who reaches them.

import { expect, test } from 'vitest'
import {
  createCaseCodes,
  deleteCaseCode,
  editReviewer,
  listCaseCodes,
  listCaseResponses
} from '#contract/case-codes.ts'
import { dayIn } from '#lib/time/time-zone.ts'
import { codingOn } from '#tests/support/case-code-survey.ts'
import { ownSubmission, projectCoded } from '#tests/support/seeded.ts'
import { NOON, sites, useServer, type Role } from '#tests/support/server.ts'

const server = useServer()
const { survey, makeCodes, check } = codingOn(server)

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
  const found = async (search: string) => {
    const reply = await server.call(listCaseCodes, { query: { ...place, search } }, token)
    return [reply.body.total, reply.body.case_codes.map(code => code.case_code_id)]
  }
  const last = rest.body.case_codes.at(-1)!
  expect(await found(last.case_code.toLowerCase())).toEqual([1, [last.case_code_id]])
  expect(await found('%')).toEqual([0, []])
  const reviewer = { reviewer_name: 'Ines 100 % Roth', reviewer_email_address: 'ines@harbour.example' }
  await server.call(editReviewer, { params: { id: last.case_code_id }, body: reviewer }, token)
  for (const part of ['100 %', 'INES@harb']) expect(await found(part)).toEqual([1, [last.case_code_id]])
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

test('responses are counted by the day in the programme’s time zone on which a code was completed', async () => {
  const { token, place } = await survey(0)
  const listed = await server.call(listCaseCodes, { query: place }, token)
  const completed = listed.body.case_codes.filter(({ status }) => status === 'completed')
  expect(completed.length).toBeGreaterThan(1)
  // Late on 1 July in UTC, and already 2 July in London.
  await server.database
    .updateTable('case_codes')
    .set({ last_activity_at: new Date('2026-07-01T23:30:00Z') })
    .where('programme_id', '=', 1)
    .where('case_code_id', '=', completed[0]!.case_code_id)
    .execute()
  const { body } = await server.call(listCaseResponses, { query: place }, token)
  const known = listed.body.case_codes.filter(({ status }) => status !== 'withdrawn')
  expect(body.code_count).toBe(known.length)
  expect(known.length).toBeLessThan(listed.body.case_codes.length)
  const expected = new Map<string, number>([['2026-07-02', 1]])
  for (const { last_activity_at: at } of completed.slice(1)) {
    const day = dayIn(new Date(at!), 'Europe/London')
    expected.set(day, (expected.get(day) ?? 0) + 1)
  }
  expect(body.response_days).toEqual(
    [...expected]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([response_date, completed_count]) => ({ response_date, completed_count }))
  )
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

test('reports that a survey has not opened or has closed', async () => {
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
  expect([made.status, made.body.detail]).toEqual([423, expect.stringMatching(/^Data collection closed on /)])
  expect((await server.call(listCaseCodes, { query: place }, token)).status).toBe(200)
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
    expect((await server.call(listCaseResponses, { query: place }, token)).status).toBe(404)
    expect((await server.call(createCaseCodes, { body: { ...place, quantity: 1 } }, token)).status).toBe(404)
    const removed = await server.call(deleteCaseCode, { params: { id }, body: { confirm: true } }, token)
    expect([removed.status, removed.body.detail]).toEqual([404, 'Case code not found.'])
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
