// What a browser caches of the API's replies, and when the API replies 304.

import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseSchema } from '#server/database/schema.ts'
import { createKeyFor } from '#tests/support/api-keys.ts'
import { makeCase } from '#tests/support/cases.ts'
import { readingNames, readingsOn, type Reading } from '#tests/support/readings.ts'
import { partInTurn } from '#tests/support/rotation.ts'
import { useServer, type Role } from '#tests/support/server.ts'

const server = useServer()

/** Asks with the tag of an earlier reply, if there is one. */
async function ask(path: string, token: string, tag?: string) {
  const headers = tag === undefined ? {} : { 'If-None-Match': tag }
  const reply = await server.send('GET', path, { token, headers })
  return { ...reply, tag: reply.headers.get('ETag') ?? undefined }
}

let readings: Reading[]
beforeAll(async () => {
  readings = await readingsOn(server)
})

describe.each(partInTurn(readingNames, 4, 'tags'))('%s', name => {
  const reading = (): Reading => readings.find(candidate => candidate.name === name)!

  test('answers 304 to the same caller as long as nothing has changed', async () => {
    const { path } = reading()
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
    const { path } = reading()
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

/** Rewrites every text that a person reads, and every answer, as if a thousand people had been at work. */
async function rewriteEverything(): Promise<void> {
  const { rows } = await sql<{ table: keyof DatabaseSchema; column: string }>`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.columns p on p.table_name = c.table_name and p.table_schema = 'public' and p.column_name = 'programme_id'
    where c.table_schema = 'public' and c.data_type = 'text' and c.is_generated = 'NEVER'
      and c.column_name ~ '(_name|_text|_html|title|heading|summary|unit|description|telephone|user_agent)$'
  `.execute(server.database)
  for (const { table, column } of rows)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} || 'x' where programme_id = 1`.execute(
      server.database
    )
  await sql`update chart_groups set display_order = display_order + 1 where programme_id = 1`.execute(
    server.database
  )
  await sql`update chart_group_memberships set display_order = display_order + 1 where programme_id = 1`.execute(
    server.database
  )
  await sql`update sessions set last_seen_at = last_seen_at - interval '1 minute' where programme_id = 1`.execute(
    server.database
  )
  await sql`update case_codes set status = 'completed', last_activity_at = timestamptz '2026-11-02T09:00Z' where programme_id = 1`.execute(
    server.database
  )
  await sql`delete from answers where programme_id = 1`.execute(server.database)
  await sql`update section_submissions set applicable_count = 7 where programme_id = 1`.execute(
    server.database
  )
}

test('sends a changed reply again', async () => {
  const token = await server.tokenOf('super')
  const { user_id, organisation_id } = await server.database
    .selectFrom('users')
    .select(['user_id', 'organisation_id'])
    .where('programme_id', '=', 1)
    .where('email_address', '=', 'lead@wards.example')
    .executeTakeFirstOrThrow()
  // Of every project and period: which one is read, the example says.
  await sql`insert into reminders (programme_id, project_id, time_period_id, organisation_id, user_id, sent_at, sent_by_user_id)
    select 1, p.project_id, t.time_period_id, ${organisation_id}::bigint, ${user_id}::bigint, now(), ${user_id}::bigint
    from projects p, time_periods t where p.programme_id = 1 and t.programme_id = 1`.execute(server.database)
  await sql`insert into queries (programme_id, questionnaire_id, submission_id, section_id, question_id, query_text, rules, status, version,
      raised_by_user_id, raised_at, status_at)
    select distinct on (s.submission_id) 1, c.questionnaire_id, s.submission_id, c.section_id, m.question_id, 'Is this right?', '[]'::jsonb,
      'open', 1, ${user_id}::bigint, now(), now()
    from submissions s
    join questionnaires q on q.programme_id = 1 and q.project_id = s.project_id and q.questionnaire_type = 'standard'
    join sections c on c.programme_id = 1 and c.questionnaire_id = q.questionnaire_id
    join sub_sections t on t.programme_id = 1 and t.section_id = c.section_id
    join question_memberships m on m.programme_id = 1 and m.sub_section_id = t.sub_section_id
    where s.programme_id = 1`.execute(server.database)
  await sql`insert into correction_windows (programme_id, submission_id, questionnaire_id, window_kind, opened_at, opened_by_user_id, open_until, reason_text)
    select 1, s.submission_id, q.questionnaire_id, 'change', now(), ${user_id}::bigint, now(), 'Counted twice.'
    from submissions s join questionnaires q on q.programme_id = 1 and q.project_id = s.project_id
    where s.programme_id = 1 and s.organisation_id = ${organisation_id}`.execute(server.database)
  await createKeyFor(server, token)
  const before = []
  for (const reading of await readingsOn(server))
    before.push({ ...reading, former: await ask(reading.path, token) })
  await rewriteEverything()
  const unchanged = []
  for (const { name, path, former } of before) {
    const again = await ask(path, token, former.tag)
    const fresh = await ask(path, token)
    if (again.status === 304) unchanged.push(name)
    expect([name, again.body]).toEqual([name, again.status === 304 ? { text: '' } : fresh.body])
    expect([name, fresh.body]).not.toEqual([name, again.status === 304 ? null : former.body])
  }
  // A closed list of words, which is code, and the comments on an organisation's submissions, of which a superuser has none.
  expect(unchanged).toEqual(['getEnum', 'listUnseenComments'])
})
