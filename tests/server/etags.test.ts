// What a browser keeps of the API's replies, and when it is told that it still has the same.
import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { makeCase } from '../support/cases.ts'
import type { Scenario } from '../support/races/race.ts'
import { arenaOn, scenariosByRoom } from '../support/races/scenarios.ts'
import { readingNames, readingsOn, type Reading } from '../support/readings.ts'
import { useServer, type Role } from '../support/server.ts'

const server = useServer()
const arena = arenaOn(server)

/** Asks with the tag of an earlier reply, if there is one. */
async function ask(path: string, token: string, tag?: string) {
  const headers = tag === undefined ? {} : { 'If-None-Match': tag }
  const reply = await server.send('GET', path, { token, headers })
  return { ...reply, tag: reply.headers.get('ETag') ?? undefined }
}

describe.each(readingNames)('%s', name => {
  const reading = async (): Promise<Reading> =>
    (await readingsOn(server)).find(candidate => candidate.name === name)!

  test('answers 304 to the same caller as long as nothing has changed', async () => {
    const { path } = await reading()
    const token = await server.tokenOf('super')
    const first = await ask(path, token)
    expect(first.status, `${path}: ${first.body.detail}`).toBe(200)
    const again = await ask(path, token, first.tag)
    expect([again.status, again.body, again.tag]).toEqual([304, { text: '' }, first.tag])
    for (const { headers } of [first, again]) {
      expect(headers.get('Cache-Control')).toBe('private, no-cache')
      for (const varied of ['Origin', 'Authorization', 'Accept-Encoding'])
        expect(headers.get('Vary')).toContain(varied)
    }
  })

  test('never answers 304 to another person or role', async () => {
    const { path } = await reading()
    const { tag } = await ask(path, await server.tokenOf('super'))
    const others: Role[] = ['admin', 'lead', 'contributor', 'viewer']
    for (const role of others)
      expect([200, 403, 404]).toContain((await ask(path, await server.tokenOf(role), tag)).status)
  })
})

test('a person whose role has changed is answered anew', async () => {
  const token = await server.tokenOf('viewer')
  const { tag } = await ask('enums/role_types', token)
  const becomes = (role_type_id: number) =>
    server.database
      .updateTable('users')
      .set({ role_type_id })
      .where('programme_id', '=', 1)
      .where('email_address', '=', 'viewer@wards.example')
      .execute()
  await becomes(4)
  expect((await ask('enums/role_types', token, tag)).status).toBe(200)
  await becomes(5)
  expect((await ask('enums/role_types', token, tag)).status).toBe(304)
})

test('a browser keeps no secrets, refusals, or answers of respondents', async () => {
  const { place, code } = await makeCase(server)
  const secret = await ask('auth/otp/generate', await server.tokenOf('viewer'))
  const refusal = await ask('users/me', 'no token')
  const answers = await server.send(
    'GET',
    `questionnaires/${place.questionnaire_id}/sections?submission_id=${place.submission_id}&case_code=${code}`
  )
  expect([secret.status, refusal.status, answers.status]).toEqual([200, 401, 200])
  for (const { headers } of [secret, refusal, answers])
    expect([headers.get('Cache-Control'), headers.get('ETag')]).toEqual(['no-store', null])
})

/** The readings that some write below has changed: without them the comparison would say nothing. */
const changed = new Set<string>()

describe.each(Object.entries(scenariosByRoom))('after the writes of %s', (_, races) => {
  test('what has changed comes anew, and 304 for the rest', { timeout: 180_000 }, async () => {
    const calls = []
    for (const race of Object.values<Scenario>(races)) calls.push((await race(arena)).calls[0]!)
    const readings = await readingsOn(server)
    const before = []
    for (const role of ['super', 'lead'] as const) {
      const token = await server.tokenOf(role)
      for (const { name, path } of readings)
        before.push({ name, path, token, former: await ask(path, token) })
    }
    for (const { name, input, token } of calls) await server.call(endpoints[name], input as never, token)
    for (const { name, path, token, former } of before) {
      if (former.tag === undefined) continue
      const fresh = await ask(path, token)
      const again = await ask(path, token, former.tag)
      const isSame = JSON.stringify(fresh.body) === JSON.stringify(former.body)
      expect([path, again.status, again.body]).toEqual([
        path,
        isSame ? 304 : fresh.status,
        isSame ? { text: '' } : fresh.body
      ])
      if (!isSame) changed.add(name)
    }
  })
})

test('most readings were changed by one of these', () =>
  expect(readingNames.filter(name => !changed.has(name))).toMatchInlineSnapshot(`
    [
      "checkCaseCode",
      "listCollections",
      "listSeriesOptions",
      "listChartGroupMemberships",
      "listChartParameters",
      "getCollectionHierarchy",
      "listCharts",
      "getChart",
      "listOutputTypes",
      "getMetaData",
      "listDocuments",
      "getEnum",
      "listFilterOptions",
      "listOrganisations",
      "listOwnSessions",
      "listPeerGroupMemberships",
      "getProjectAbout",
      "listProjectGuidances",
      "listScopes",
      "listProjects",
      "getProject",
      "listQuestionnaires",
      "getQuestionnaire",
      "listSections",
      "getSectionQuestions",
      "listQuestions",
      "getRegistrationSubmissionQuestionnaires",
      "listRegistrationContacts",
      "listRegistrationSubmissions",
      "getRegistrationCompletion",
      "listRegistrations",
      "getCompletion",
      "listSubmissions",
      "listOrganisationSubmissions",
      "listTimePeriods",
      "getRegistrationTimePeriod",
      "getCurrentUser",
    ]
  `))
