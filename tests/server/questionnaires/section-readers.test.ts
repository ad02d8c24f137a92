// Who else has a section open.

import { expect, test } from 'vitest'
import { getSectionQuestions } from '#contract/questionnaires.ts'
import { getCurrentUser } from '#contract/users.ts'
import { personName } from '#domain/people/full-name.ts'
import { IDLE_MS } from '#server/auth/sessions.ts'
import { cellOf, ownSubmission } from '#tests/support/seeded.ts'
import { NOON, useServer } from '#tests/support/server.ts'

const server = useServer()

const at = (seconds: number): Date => new Date(NOON.getTime() + seconds * 1000)

async function place() {
  const submission_id = await ownSubmission(server, 'ward-staffing', '2026', 1)
  return { submission_id, ...(await cellOf(server, submission_id, 'Vacant WTE', 'Band 6')) }
}

async function watch(token: string, isOpen = true) {
  const { submission_id, questionnaire_id, section_id } = await place()
  const query = { submission_id, ...(isOpen && { is_watching: true }) }
  return server.call(getSectionQuestions, { params: { id: questionnaire_id, sid: section_id }, query }, token)
}

const names = async (token: string) => (await watch(token)).body.readers?.map(personName)

test('colleagues who have a section open see each other, until half a minute after the last question', async () => {
  server.clock.now = at(0)
  const [lead, contributor, admin] = await Promise.all([
    server.tokenOf('lead'),
    server.tokenOf('contributor'),
    server.tokenOf('admin')
  ])
  const nameOf = async (token: string) => {
    const { body } = await server.call(getCurrentUser, {}, token)
    return personName(body)
  }
  expect(await names(contributor)).toEqual([])
  expect(await names(lead)).toEqual([await nameOf(contributor)])
  expect(new Set(await names(admin))).toEqual(new Set([await nameOf(contributor), await nameOf(lead)]))
  server.clock.now = at(12)
  expect(await names(contributor)).toContain(await nameOf(admin))
  // The others have closed it.
  server.clock.now = at(43)
  expect(await names(contributor)).toEqual([])
  server.clock.now = NOON
})

test('a reader who does not keep the section open is not listed and gets no list', async () => {
  server.clock.now = at(100)
  const [lead, viewer] = await Promise.all([server.tokenOf('lead'), server.tokenOf('viewer')])
  const once = await watch(viewer, false)
  expect(once.body).not.toHaveProperty('readers')
  expect(await names(lead)).toEqual([])
  server.clock.now = NOON
})

test('while the readers stay the same, polling gets a 304', async () => {
  server.clock.now = at(200)
  const [lead, contributor] = await Promise.all([server.tokenOf('lead'), server.tokenOf('contributor')])
  const { submission_id, questionnaire_id, section_id } = await place()
  const path = `questionnaires/${questionnaire_id}/sections/${section_id}/questions?submission_id=${submission_id}&is_watching=true`
  const ask = (token: string, tag = '') =>
    server.send('GET', path, { token, headers: { 'If-None-Match': tag } })
  await ask(lead)
  const first = await ask(contributor)
  const tag = first.headers.get('ETag')!
  for (let seconds = 212; seconds < 260; seconds += 12) {
    server.clock.now = at(seconds)
    await ask(lead)
    expect((await ask(contributor, tag)).status).toBe(304)
  }
  // The lead has gone.
  server.clock.now = at(300)
  expect((await ask(contributor, tag)).status).toBe(200)
  server.clock.now = NOON
})

test('a page that only watches does not keep its session open', async () => {
  const token = await server.tokenOf('contributor')
  const HALF = IDLE_MS / 2000
  for (const seconds of [0, HALF]) {
    server.clock.now = at(seconds)
    expect((await watch(token)).status).toBe(200)
  }
  server.clock.now = at(2 * HALF + 1)
  expect((await watch(token)).status).toBe(401)

  server.clock.now = NOON
  const used = await server.tokenOf('contributor')
  server.clock.now = at(HALF)
  expect((await watch(used, false)).status).toBe(200)
  server.clock.now = at(2 * HALF + 1)
  expect((await watch(used)).status).toBe(200)
  server.clock.now = NOON
})
