// The last day of a window is open to its end, in the programme's time zone.

import { expect, onTestFinished, test } from 'vitest'
import { getProjectAbout } from '#contract/project-texts.ts'
import { updateStructure } from '#contract/questionnaire-structures.ts'
import { listQuestionnaires } from '#contract/questionnaires.ts'
import { windowMoment } from '#domain/projects/window-days.ts'
import { withDays, withMoments } from '#operations/provision/moments.ts'
import { readStoredContent } from '#operations/provision/stored/stored-content.ts'
import { savingOn } from '#tests/support/save-answers.ts'
import { cellOf, ownSubmission, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { NOON, useServer, wards } from '#tests/support/server.ts'

const server = useServer()
const { save, section } = savingOn(server)

const LAST_DAY = '2027-02-28'
const zones = [
  ['Europe/London', '2027-03-01T00:00:00.000Z'],
  ['Pacific/Kiritimati', '2027-02-28T10:00:00.000Z'],
  ['Pacific/Pago_Pago', '2027-03-01T11:00:00.000Z']
] as const

function liveIn(timeZone: string): void {
  wards.timeZone = timeZone
  onTestFinished(() => {
    wards.timeZone = 'Europe/London'
    server.clock.now = NOON
  })
}

const justBefore = (moment: string): Date => new Date(Date.parse(moment) - 1)

test.each(zones)('an admin in %s sets the last day, and answers are taken until %s', async (zone, end) => {
  liveIn(zone)
  const ward = await ownSubmission(server, 'ward-staffing', '2026')
  const cell = await cellOf(server, ward, 'Staffed beds')
  const [project_id, time_period_id] = [
    await projectCoded(server, 'ward-staffing'),
    await periodNamed(server, '2026')
  ]
  const token = await server.tokenOf('admin')
  const params = { id: cell.questionnaire_id }
  const { time_period_ids } = (await server.call(updateStructure, { params, body: {} }, token)).body
  const periods = time_period_ids.map(id => ({
    time_period_id: id,
    opens_at: id === time_period_id ? '2026-10-01' : null,
    closes_at: id === time_period_id ? LAST_DAY : null,
    is_locked: false
  }))
  expect((await server.call(updateStructure, { params, body: { periods } }, token)).status).toBe(200)
  const listed = await server.call(
    listQuestionnaires,
    { query: { project_id, time_period_id } },
    await server.tokenOf('contributor')
  )
  const own = listed.body.questionnaires.find(one => one.questionnaire_id === cell.questionnaire_id)
  expect(own?.closes_at).toBe(end)
  expect(own?.opens_at).toBe(windowMoment('opens', '2026-10-01', zone).toISOString())

  server.clock.now = justBefore(end)
  expect((await section(ward, cell)).section.lock_reason).toBeNull()
  server.clock.now = new Date(end)
  expect((await section(ward, cell)).section.lock_reason).toBe('closed')
  const refused = await save(ward, cell, [{ value: 21 }])
  expect([refused.status, refused.body]).toMatchObject([
    423,
    { detail: 'Data collection closed on 28 Feb. To correct an answer, ask a programme admin.' }
  ])
})

test('a day that does not exist, or that ends before it begins, is refused', async () => {
  const ward = await ownSubmission(server, 'ward-staffing', '2026')
  const { questionnaire_id: id } = await cellOf(server, ward, 'Staffed beds')
  const time_period_id = await periodNamed(server, '2026')
  const put = async (opens_at: string, closes_at: string) => {
    const periods = [{ time_period_id, opens_at, closes_at, is_locked: false }]
    const reply = await server.call(
      updateStructure,
      { params: { id }, body: { periods } },
      await server.tokenOf('admin')
    )
    return reply.status
  }
  expect(await put('2027-02-27', '2027-02-30')).toBe(422)
  expect(await put('2027-03-01', '2027-02-28')).toBe(422)
})

test.each(zones)('in %s days of a folder are stored as timestamps and exported as days', async zone => {
  const stored = await readStoredContent(server.database, wards.programmeId)
  const files = withDays(stored, 'Europe/London')
  const [period] = [...files.project_periods.values()]
  expect(period?.values).toMatchObject({
    registration_closes_at: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
    collection_closes_at: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string
  })
  const moments = withMoments(files, zone)
  expect(withDays(moments, zone).project_periods).toEqual(files.project_periods)
  for (const [key, { values }] of moments.project_periods) {
    const day = files.project_periods.get(key)?.values['collection_closes_at'] as string
    expect(values['collection_closes_at']).toBe(windowMoment('closes', day, zone).toISOString())
    // Never before the day begins in UTC, which is when it closed at one time.
    expect(Date.parse(values['collection_closes_at'] as string)).toBeGreaterThan(Date.parse(day))
  }
})

test('key dates say which of them are ends', async () => {
  const [project_id, time_period_id] = [
    await projectCoded(server, 'ward-staffing'),
    await periodNamed(server, '2026')
  ]
  const { body } = await server.call(
    getProjectAbout,
    { query: { project_id, time_period_id } },
    await server.tokenOf('lead')
  )
  expect(body.key_dates.map(({ label, is_end }) => [label, is_end])).toEqual(
    body.key_dates.map(({ label }) => [label, label.endsWith('closes')])
  )
})
