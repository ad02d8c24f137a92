// What a member of a strict project could learn from replies as such: their bytes, tags, sizes and order. Everybody else corrects figures, writes comments and
// renames things; until an edition is published, no reply to a member may differ in anything. Every reading operation is asked: generated from the contract.

import { isDeepStrictEqual } from 'node:util'
import { sql, type RawBuilder } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { AnswerExtra, exportAnswers } from '#contract/answer-exports.ts'
import { listFilterOptions } from '#contract/filters.ts'
import { getSectionQuestions } from '#contract/questionnaires.ts'
import { downloadRelease } from '#contract/releases.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { CHART, PROJECT, submissionsIn, type Stranger } from '#tests/support/attacker.ts'
import { withdrawEditions } from '#tests/support/editions.ts'
import { readingsOn } from '#tests/support/readings.ts'
import { cellOf, chartNamed, ownSubmission, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })
const PERIODS = ['2024', '2025'] as const
const CHARTS = [CHART, 'Falls per 1,000 bed days']
const LONG = 240_000

let projectId: number
let ownOrganisation: number
let strangers: readonly Stranger[]

beforeAll(async () => {
  projectId = await projectCoded(server, PROJECT)
  const found = await Promise.all(PERIODS.map(period => submissionsIn(server, period)))
  ownOrganisation = found[0]!.own[0]!.organisation_id
  strangers = found.flatMap(one => one.strangers)
  await ask(sql`s.organisation_id = ${ownOrganisation}`)
})

/** Queries about cells that others' figures made stand out, and about blank ones. */
const ask = (whose: RawBuilder<unknown>) =>
  sql`insert into queries (programme_id, questionnaire_id, submission_id, section_id, question_id, row_id, column_id, query_text, rules, status,
      version, raised_by_user_id, raised_at, status_at)
    select 1, c.questionnaire_id, s.submission_id, c.section_id, m.question_id, m.row_id, m.column_id, '', '[{"rule_code": "outlier"}]'::jsonb,
      'open', 1, (select min(user_id) from users where programme_id = 1), timestamptz '2026-01-05T09:00Z', timestamptz '2026-01-05T09:00Z'
    from submissions s
    join questionnaires q on q.programme_id = 1 and q.project_id = s.project_id and q.questionnaire_type = 'standard'
    join sections c on c.programme_id = 1 and c.questionnaire_id = q.questionnaire_id
    join sub_sections t on t.programme_id = 1 and t.section_id = c.section_id
    join question_memberships m on m.programme_id = 1 and m.sub_section_id = t.sub_section_id
    where s.programme_id = 1 and s.project_id = ${projectId} and ${whose}`.execute(server.database)

interface Question {
  name: string
  method: string
  path: string
  body?: object
}

/** Answers as files, in both layouts with all further tables, of everything that the project asks. */
async function exportsOf(scope: { project_id: number; time_period_id: number }) {
  const rows = await server.database
    .selectFrom('questionnaires')
    .select('questionnaire_id')
    .where('programme_id', '=', 1)
    .where('project_id', '=', scope.project_id)
    .execute()
  return (['long', 'wide'] as const).map(layout => {
    const search = new URLSearchParams({ ...texts(scope), layout })
    for (const { questionnaire_id } of rows) search.append('questionnaire_id', String(questionnaire_id))
    for (const extra of AnswerExtra.options) search.append('include', extra)
    return { name: `${layout} answers`, path: `${exportAnswers.path}?${search}` }
  })
}

const texts = (scope: object): Record<string, string> =>
  Object.fromEntries(Object.entries(scope).map(([name, id]) => [name, String(id)]))

/** Every operation that reads, and files of answers, for the own unit of a period. */
async function gets(period: string): Promise<Question[]> {
  const scope = { project_id: projectId, time_period_id: await periodNamed(server, period) }
  const readings = await readingsOn(server, scope)
  const submission_id = await ownSubmission(server, PROJECT, period)
  const cells = await Promise.all(
    ['Falls', 'Complaints', 'Occupied bed days'].map(name => cellOf(server, submission_id, name))
  )
  const strips = cells.map(({ questionnaire_id, section_id, place }) => ({
    name: `strip of ${cellKey(place)}`,
    path: getSectionQuestions.path
      .replace('{id}', String(questionnaire_id))
      .replace('{sid}', String(section_id))
      .concat(`?submission_id=${submission_id}&cell=${cellKey(place)}`)
  }))
  // First, because the list of releases has their sizes once they are made.
  const release = {
    name: 'release',
    path: `${downloadRelease.path}?${new URLSearchParams(texts({ ...scope, edition_number: 1 }))}`
  }
  return [release, ...readings, ...strips, ...(await exportsOf(scope))].map(({ name, path }) => ({
    name: `${period} ${name}`,
    method: 'GET',
    path
  }))
}

/** What is asked by POST and changes nothing: charts, the search, and groups that are being made. */
async function posts(period: string): Promise<Question[]> {
  const time_period_id = await periodNamed(server, period)
  const scope = { project_id: projectId, time_period_id }
  const own = await ownSubmission(server, PROJECT, period)
  const { filters } = (
    await server.call(
      listFilterOptions,
      { query: { ...scope, organisation_id: 0 } },
      await server.tokenOf('lead')
    )
  ).body
  const rules = filters.map(({ filter_id, filter_name, option_list }) => ({
    filter_id,
    filter_name,
    option_list: [{ option_name: option_list[0]!.option_name }]
  }))
  const some = strangers.slice(0, 3).map(stranger => stranger.submission_id)
  const periods = await Promise.all(PERIODS.map(name => periodNamed(server, name)))
  const selections = [
    {},
    { filters: rules.slice(0, 1) },
    { other_submission_ids: some },
    { time_period_ids: periods }
  ]
  const charts = await Promise.all(CHARTS.map(name => chartNamed(server, name)))
  const definitions = [
    { kind: 'rules', filters: rules.slice(0, 1) },
    { kind: 'similar', submission_id: own, filter_ids: [rules[0]!.filter_id], chart_ids: [], size: 12 }
  ]
  const words = ['falls', ...strangers.slice(0, 2).flatMap(one => [one.submission_name, one.submission_code])]
  const post = (path: string, body: object): Question => ({
    name: `${period} ${path} ${JSON.stringify(body)}`,
    method: 'POST',
    path,
    body
  })
  return [
    ...charts.flatMap(chart =>
      selections.map(selection =>
        post(`data/getChartData/${chart}/${own}?peerGroupId=null`, {
          ...scope,
          organisation_id: 0,
          ...selection
        })
      )
    ),
    ...definitions.map(definition =>
      post('peerGroups/preview', { ...scope, submission_id: own, definition })
    ),
    ...words.map(query => post('search/', { query, project_id: projectId }))
  ]
}

/** All that a reader receives, to the byte: with the same bytes the compressed ones are the same too. */
async function everythingReceived(questions: readonly Question[], token: string) {
  const received = new Map<string, { status: number; text: string; headers: object }>()
  for (const { name, method, path, body } of questions) {
    const reply = await server.send(method, path, { token, ...(body && { body }) })
    const { 'x-request-id': _id, ...headers } = Object.fromEntries(reply.headers)
    received.set(name, { status: reply.status, text: JSON.stringify(reply.body), headers })
  }
  return received
}

/** Other organisations' submissions `s` in the project. */
const ofOthers = () =>
  sql`s.programme_id = 1 and s.project_id = ${projectId} and s.organisation_id <> ${ownOrganisation}`

/** What others write without anything being published. */
const hiddenChanges: Record<string, () => Promise<unknown>> = {
  figures: () =>
    sql`update answers a set number_value = a.number_value + 1 + a.submission_id % 7, value = to_jsonb(a.number_value + 1 + a.submission_id % 7),
      version = a.version + 1, updated_at = a.updated_at + interval '1 hour'
      from submissions s where ${ofOthers()} and a.programme_id = 1 and a.submission_id = s.submission_id and a.number_value is not null`.execute(
      server.database
    ),
  'figures taken back': () =>
    sql`update answers a set number_value = null, value = null, is_not_available = true
      from submissions s where ${ofOthers()} and a.programme_id = 1 and a.submission_id = s.submission_id and a.submission_id % 3 = 0`.execute(
      server.database
    ),
  'progress of sections': () =>
    sql`update section_submissions c set answered_count = 1, applicable_count = 900, version = c.version + 1, updated_at = c.updated_at + interval '1 hour'
      from submissions s where ${ofOthers()} and c.programme_id = 1 and c.submission_id = s.submission_id`.execute(
      server.database
    ),
  comments: () =>
    sql`insert into comments (programme_id, questionnaire_id, submission_id, section_id, question_id, row_id, column_id, case_code_id, comment_text, is_resolved, created_at)
      select 1, c.questionnaire_id, s.submission_id, c.section_id, m.question_id, m.row_id, m.column_id, 0, 'falls', false, now()
      from submissions s
      join questionnaires q on q.programme_id = 1 and q.project_id = s.project_id
      join sections c on c.programme_id = 1 and c.questionnaire_id = q.questionnaire_id
      join sub_sections t on t.programme_id = 1 and t.section_id = c.section_id
      join question_memberships m on m.programme_id = 1 and m.sub_section_id = t.sub_section_id
      where ${ofOthers()} and s.submission_id % 5 = 0`.execute(server.database),
  queries: () => ask(sql`s.organisation_id <> ${ownOrganisation} and s.submission_id % 5 = 0`),
  'names of submissions': () =>
    sql`update submissions s set submission_name = submission_name || ' falls', submission_code = submission_code || 'x' where ${ofOthers()}`.execute(
      server.database
    ),
  contacts: () =>
    sql`update registration_contacts c set contact_name = contact_name || ' falls', telephone = '1'
      from registrations r where c.programme_id = 1 and r.programme_id = 1 and r.registration_id = c.registration_id
        and r.project_id = ${projectId} and r.organisation_id <> ${ownOrganisation}`.execute(server.database),
  users: () =>
    sql`update users set first_name = first_name || 'x', last_login_at = now() where programme_id = 1 and organisation_id <> ${ownOrganisation}`.execute(
      server.database
    ),
  'peer groups': () =>
    sql`update peer_groups set peer_group_name = peer_group_name || ' falls'
      where programme_id = 1 and project_id = ${projectId} and owner_type <> 'programme' and organisation_id <> ${ownOrganisation}`.execute(
      server.database
    ),
  'case codes': () =>
    sql`update case_codes c set status = 'completed', reviewer_name = 'falls', last_activity_at = now()
      from submissions s where ${ofOthers()} and c.programme_id = 1 and c.submission_id = s.submission_id`.execute(
      server.database
    ),
  'releases, which are made anew': () =>
    sql`delete from release_parts where programme_id = 1`.execute(server.database),
  'the version of the data': () =>
    sql`update data_versions set version = version + 1 where programme_id = 1`.execute(server.database)
}

test.each([
  ['viewer', 'published'],
  ['lead', 'not published yet']
] as const)(
  'no reply to a %s changes in a byte, a tag or its size with what others have entered after or before publication: %s',
  { timeout: LONG },
  async (role, state) => {
    if (state === 'not published yet') await withdrawEditions(server, PROJECT, '2025')
    const questions = (await Promise.all(PERIODS.flatMap(period => [gets(period), posts(period)]))).flat()
    const token = await server.tokenOf(role)
    const before = await everythingReceived(questions, token)
    expect([...before.values()].filter(({ status }) => status === 200).length).toBeGreaterThan(80)
    for (const file of ['long answers', 'wide answers']) expect(before.get(`2025 ${file}`)!.status).toBe(200)
    expect(before.get('2025 release')!.status).toBe(state === 'published' ? 200 : 404)
    for (const change of Object.values(hiddenChanges)) await change()
    const after = await everythingReceived(questions, token)
    const changed = [...before.keys()].filter(name => !isDeepStrictEqual(before.get(name), after.get(name)))
    expect(changed).toEqual([])
  }
)

test('reveals that others reopen sections only through the project’s counts', async () => {
  const questions = await gets('2025')
  const token = await server.tokenOf('viewer')
  const before = await everythingReceived(questions, token)
  await sql`update section_submissions c set status = 'in_progress' from submissions s
    where ${ofOthers()} and c.programme_id = 1 and c.submission_id = s.submission_id`.execute(server.database)
  const after = await everythingReceived(questions, token)
  const changed = [...before].filter(([name, reply]) => after.get(name)!.text !== reply.text)
  expect(changed.map(([name]) => name)).toEqual(['2025 getProject'])
  const parts = (text: string) => ({ ...(JSON.parse(text) as object), participation: null })
  expect(parts(after.get('2025 getProject')!.text)).toEqual(parts(before.get('2025 getProject')!.text))
})
