// Several servers on one database behave as one. Each has connections and memory of its own; an embedded database has one server only.

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { login } from '#contract/auth.ts'
import { LOGIN_FAILURE } from '#contract/failures.ts'
import { changePassword } from '#contract/password-change.ts'
import { saveSection } from '#contract/section-submissions.ts'
import { resetOtp } from '#contract/user-admin.ts'
import { getCurrentUser } from '#contract/users.ts'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { secretInDatabase } from '#server/auth/secrets.ts'
import { openPostgres } from '#server/database/open.ts'
import { askFor, seriesOf } from '#tests/support/chart-requests.ts'
import { savingOn } from '#tests/support/save-answers.ts'
import { cellOf, ownSubmission } from '#tests/support/seeded.ts'
import { useServer, wards, type TestServer } from '#tests/support/server.ts'

describe.runIf(process.env['TEST_DATABASE_URL'])('two servers', () => {
  const here = useServer()
  const there = useServer({ beside: here })

  const enter = (server: TestServer, email_address: string, password = DEMO_PASSWORD) =>
    server.call(login, { body: { programme_id: 1, email_address, password, otp: null } })
  const statusOf = async (server: TestServer, token: string) =>
    (await server.call(getCurrentUser, {}, token)).status

  test('a session that begins in one is good in the other, and ends in both', async () => {
    const { body } = await enter(here, 'viewer@wards.example')
    expect(await statusOf(there, body.access_token)).toBe(200)
    const { user_id } = (await here.call(getCurrentUser, {}, body.access_token)).body
    expect(
      (await there.call(resetOtp, { params: { id: user_id } }, await there.tokenOf('admin'))).status
    ).toBe(200)
    expect(await statusOf(here, body.access_token)).toBe(401)
    expect(await statusOf(there, body.access_token)).toBe(401)
  })

  test('a password that is changed in one is the password in the other, and ends the sessions there', async () => {
    const [changing, other] = [await here.tokenOf('viewer'), await there.tokenOf('viewer')]
    const next = 'seventeen grey herons'
    const body = { current_password: DEMO_PASSWORD, new_password: next }
    expect((await here.call(changePassword, { body }, changing)).status).toBe(200)
    expect([await statusOf(there, other), await statusOf(there, changing)]).toEqual([401, 200])
    expect((await enter(there, 'viewer@wards.example')).status).toBe(401)
    expect((await enter(there, 'viewer@wards.example', next)).status).toBe(200)
  })

  test('counts failures of all processes together, even concurrent ones', async () => {
    const servers = [here, there, here, there, here, there, here, there]
    const replies = await Promise.all(
      servers.map(server => enter(server, 'lead@wards.example', 'not the password'))
    )
    const statuses = replies.map(reply => reply.status)
    expect(statuses.toSorted((one, other) => one - other)).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    for (const server of [here, there]) {
      const right = await enter(server, 'lead@wards.example')
      expect([right.status, right.body.detail]).toEqual([429, LOGIN_FAILURE.locked])
    }
  })

  test('a chart that one has kept is not shown by the other after a figure changed', async () => {
    const request = { period: '2026', chart: 'Students per registered nurse' }
    const first = (await askFor(here, request)).body
    expect([(await askFor(there, request)).body.is_cached, first.is_cached]).toEqual([true, false])

    const submission = await ownSubmission(there, 'ward-staffing', '2026')
    const cell = await cellOf(there, submission, 'Students on placement')
    const { save } = savingOn(there)
    await save(submission, cell, [], { role: 'lead', action: 'reopen' })
    expect((await save(submission, cell, [{ value: 19 }])).body.saved).toHaveLength(1)

    const after = (await askFor(here, request)).body
    expect(after.is_cached).toBe(false)
    expect(seriesOf(after).values.find(value => value.is_selected)?.numerator).toBe(19)
    expect((await askFor(there, request)).body).toEqual({ ...after, is_cached: true })
  })

  test('sends a reply from a server’s memory only while it is the stored one', async () => {
    const request = { period: '2025', chart: 'Vacancy rate' }
    const body = { ignore_cache: true }
    const first = (await askFor(here, request)).body
    // Both hold it now.
    for (const server of [here, there])
      expect((await askFor(server, request)).body).toEqual({ ...first, is_cached: true })

    here.clock.now = new Date(here.clock.now.getTime() + 60_000)
    const refreshed = (await askFor(there, { ...request, body })).body
    expect(refreshed.calculated_at).not.toBe(first.calculated_at)
    for (const server of [here, there])
      expect((await askFor(server, request)).body).toEqual({ ...refreshed, is_cached: true })

    // Nobody says anything to either server: what is held may still not outlive the kept answer.
    await here.database.deleteFrom('chart_cache').where('programme_id', '=', 1).execute()
    expect((await askFor(there, request)).body).toEqual({ ...refreshed, is_cached: false })
    expect((await askFor(here, request)).body).toEqual({ ...refreshed, is_cached: true })
  })

  test('a change sent to both is made once, and both tell the same of it', async () => {
    const ward = await savingOn(here).blankWard()
    const cell = await cellOf(here, ward, 'Staffed beds')
    const { questionnaire_id, section_id } = cell
    const id = randomUUID()
    const answers = [{ ...cell.place, value: 24, base_version: 0 }]
    const body = {
      questionnaire_id,
      section_id,
      submission_id: ward,
      client_change_id: id,
      action: 'save' as const,
      answers
    }
    const token = await here.tokenOf('contributor')
    const replies = await Promise.all(
      [here, there, here, there].map(server => server.call(saveSection, { body }, token))
    )
    for (const reply of replies) expect(reply).toMatchObject({ status: 200, body: replies[0]!.body })
    expect(replies[0]!.body.saved).toMatchObject([{ ...cell.place, version: 1 }])
  })

  test('of two different changes of one cell at the same time one is made, the other is a conflict', async () => {
    const ward = await savingOn(here).blankWard()
    const cell = await cellOf(here, ward, 'Students on placement')
    const replies = await Promise.all([
      savingOn(here).save(ward, cell, [{ value: 3 }]),
      savingOn(there).save(ward, cell, [{ value: 4 }])
    ])
    expect(replies.map(reply => reply.status)).toEqual([200, 200])
    expect(replies.flatMap(reply => reply.body.saved)).toHaveLength(1)
    expect(replies.flatMap(reply => reply.body.conflicts)).toHaveLength(1)
  })

  test('two that start at the same time without a configured secret sign with the same one', async () => {
    const stores = [openPostgres(here.url!), openPostgres(here.url!)]
    const [one, other] = await Promise.all(
      stores.map(async store => (await secretInDatabase(store.database, [wards]))(1))
    )
    expect(one).toEqual(other)
    await Promise.all(stores.map(store => store.close()))
  })
})
