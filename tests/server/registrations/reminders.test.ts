// Reminders of data collection: seen before they are sent, to people of organisations with work left, and not too often.

import { beforeAll, expect, test } from 'vitest'
import { listOrganisationProgress } from '#contract/organisation-progress.ts'
import { listReminders, previewReminders, sendReminders } from '#contract/reminders.ts'
import { randomFrom } from '#demo/random.ts'
import { ROLE } from '#domain/people/roles.ts'
import { DAY_MS, HOUR_MS } from '#lib/time/clock.ts'
import { dayIn } from '#lib/time/time-zone.ts'
import { mailsTo, newUser, PROGRAMME } from '#tests/support/races/race-accounts.ts'
import { periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { NOON, useServer } from '#tests/support/server.ts'
import { whileNotTakingPart } from '#tests/support/taking-part.ts'

const server = useServer()
let place: { project_id: number; time_period_id: number }
let organisationId: number
beforeAll(async () => {
  place = {
    project_id: await projectCoded(server, 'ward-staffing'),
    time_period_id: await periodNamed(server, '2026')
  }
  const { organisation_id } = await server.database
    .selectFrom('users')
    .select('organisation_id')
    .where('programme_id', '=', PROGRAMME)
    .where('email_address', '=', 'lead@wards.example')
    .executeTakeFirstOrThrow()
  organisationId = organisation_id!
})

const preview = async (is_requested = false) =>
  server.call(
    previewReminders,
    { body: { ...place, organisation_ids: [organisationId], is_requested } },
    await server.tokenOf('admin')
  )
const send = async (user_ids: number[], is_requested = false) =>
  server.call(sendReminders, { body: { ...place, user_ids, is_requested } }, await server.tokenOf('admin'))

const newLead = () => newUser(server, 'lead', { role_type_id: ROLE.lead })

test('sends the email that was previewed, and records the recipient and the time', async () => {
  const lead = await newLead()
  const shown = (await preview()).body.recipients.find(({ user_id }) => user_id === lead.user_id)!
  expect(shown).toMatchObject({ email_address: lead.email_address, obstacle: null, reminded_at: null })
  expect(shown.subject).toMatch(/^Ward staffing.*by \d+ \w+ 20\d\d$/)
  expect(shown.text).toMatch(/\* Ward.*: (not started|\d+ answers to do)/)
  expect((await send([lead.user_id])).body).toEqual({ sent_user_ids: [lead.user_id], left_out: [] })
  const [mail] = await server.database
    .selectFrom('mails')
    .select(['subject', 'body_text'])
    .where('programme_id', '=', PROGRAMME)
    .where('recipient', '=', lead.email_address)
    .execute()
  expect(mail).toEqual({ subject: shown.subject, body_text: shown.text })
  const token = await server.tokenOf('admin')
  const listed = (await server.call(listReminders, { query: place }, token)).body
  expect(listed.reminders[0]).toMatchObject({
    organisation_id: organisationId,
    sent_at: server.clock.now.toISOString()
  })
  const progress = (await server.call(listOrganisationProgress, { query: place }, token)).body
  expect(progress.organisations.find(row => row.organisation_id === organisationId)?.reminded_at).toBe(
    server.clock.now.toISOString()
  )
})

test('sends a person at most one reminder a day, and one in three days unless the sender insists', async () => {
  const random = randomFrom('reminders')
  const lead = await newLead()
  const sent: { at: Date; isRequested: boolean }[] = []
  const start = NOON.getTime()
  for (let hour = 0; hour < 21 * 24; hour += random.whole(1, 30)) {
    server.clock.now = new Date(start + hour * HOUR_MS)
    const isRequested = random.chance(0.3)
    const reply = await send([lead.user_id], isRequested)
    // Once collection has closed nothing is sent.
    if (reply.status === 423) break
    if (reply.body.sent_user_ids.length > 0) sent.push({ at: server.clock.now, isRequested })
    else expect(reply.body.left_out[0]?.detail).toMatch(/Has had a reminder/)
  }
  server.clock.now = NOON
  expect(sent.length).toBeGreaterThan(3)
  expect(await mailsTo(server, lead.email_address)).toBe(sent.length)
  for (const [index, { at, isRequested }] of sent.entries()) {
    if (index === 0) continue
    const before = sent[index - 1]!.at
    expect(dayIn(at, 'Europe/London')).not.toBe(dayIn(before, 'Europe/London'))
    if (!isRequested) expect(at.getTime() - before.getTime()).toBeGreaterThanOrEqual(3 * DAY_MS)
  }
})

test('sends none to viewers, to organisations without open work, or to unknown users', async () => {
  const viewer = await newUser(server, 'viewer')
  expect((await send([viewer.user_id])).body).toMatchObject({
    sent_user_ids: [],
    left_out: [{ user_id: viewer.user_id }]
  })
  expect((await send([99_999_999])).status).toBe(404)
})

test('none to organisations that have withdrawn or are retired, because they can enter nothing', async () => {
  const lead = await newLead()
  const participant = { ...place, organisation_id: organisationId }
  const act = async () => {
    const { recipients, unreachable } = (await preview()).body
    return [recipients, unreachable[0]?.unreachable_reason, (await send([lead.user_id])).body.sent_user_ids]
  }
  const nobody = [[], 'takes_no_part', []]
  expect(await whileNotTakingPart(server, participant, act)).toEqual([nobody, nobody])
})

test('nothing is shown or sent while collection is closed', async () => {
  const lead = await newLead()
  server.clock.now = new Date(NOON.getTime() + 300 * DAY_MS)
  expect((await preview()).status).toBe(423)
  expect((await send([lead.user_id])).status).toBe(423)
  server.clock.now = NOON
  expect(await mailsTo(server, lead.email_address)).toBe(0)
})
