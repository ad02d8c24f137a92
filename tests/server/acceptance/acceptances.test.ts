// Acceptance: what is accepted does not change until it is revoked, and editions can be limited to it.

import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { acceptSubmissions, listAcceptances, revokeAcceptance } from '#contract/acceptances.ts'
import { postComment } from '#contract/comments.ts'
import { listEditions } from '#contract/editions.ts'
import { deleteQuestionMemberships } from '#contract/question-memberships.ts'
import { listQuestionnaires } from '#contract/questionnaires.ts'
import { nextEdition } from '#server/benchmarks/editions/publish.ts'
import { queryingOn } from '#tests/support/querying.ts'
import { savingOn } from '#tests/support/save-answers.ts'
import { cellOf, ownSubmission, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { NOON, useServer, type Role } from '#tests/support/server.ts'

const server = useServer()
const { save, questionAt } = savingOn(server)

const scopeOf = async (period = '2025') => ({
  project_id: await projectCoded(server, 'ward-staffing'),
  time_period_id: await periodNamed(server, period)
})

async function place(number = 0) {
  const submission_id = await ownSubmission(server, 'ward-staffing', '2025', number)
  const beds = await cellOf(server, submission_id, 'Staffed beds')
  return { submission_id, beds, named: { submission_id, questionnaire_id: beds.questionnaire_id } }
}

async function accept(
  named: { submission_id: number; questionnaire_id: number }[] | null,
  role: Role = 'admin'
) {
  const body = { ...(await scopeOf()), accepted_questionnaires: named }
  return server.call(acceptSubmissions, { body }, await server.tokenOf(role))
}

async function revoke(named: { submission_id: number; questionnaire_id: number }, role: Role = 'admin') {
  const body = { ...named, reason_text: 'Bed days were counted twice.' }
  return server.call(revokeAcceptance, { body }, await server.tokenOf(role))
}

async function list(is_left_out?: boolean) {
  const query = {
    ...(await scopeOf()),
    limit: 500,
    offset: 0,
    ...(is_left_out !== undefined && { is_left_out })
  }
  return (await server.call(listAcceptances, { query }, await server.tokenOf('admin'))).body
}

const stateOf = async ({
  submission_id,
  questionnaire_id
}: {
  submission_id: number
  questionnaire_id: number
}) =>
  (await list()).acceptances.find(
    row => row.submission_id === submission_id && row.questionnaire_id === questionnaire_id
  )

const require = async (requires_acceptance: boolean) =>
  server.database
    .updateTable('projects')
    .set({ requires_acceptance })
    .where('programme_id', '=', 1)
    .where('project_id', '=', await projectCoded(server, 'ward-staffing'))
    .execute()

/** Opens the period again, as an admin who sets a later closing date. */
const setClosing = async (questionnaire_id: number, closes_at: Date | null) =>
  server.database
    .updateTable('questionnaire_periods')
    .set({ closes_at })
    .where('programme_id', '=', 1)
    .where('questionnaire_id', '=', questionnaire_id)
    .where('time_period_id', '=', await periodNamed(server, '2025'))
    .execute()

afterEach(async () => {
  await server.database.deleteFrom('acceptances').where('programme_id', '=', 1).execute()
  await require(false)
})

test('a complete questionnaire is accepted once; a second call says that it is accepted', async () => {
  const { named } = await place()
  expect((await accept([named])).body).toEqual({ accepted_count: 1, left_out: [] })
  expect(await stateOf(named)).toMatchObject({
    acceptance_state: 'accepted',
    accepted_at: NOON.toISOString(),
    accepted_by: expect.any(String)
  })
  expect((await accept([named])).body).toEqual({
    accepted_count: 0,
    left_out: [{ ...named, acceptance_state: 'accepted' }]
  })
})

test('a questionnaire with an open query is not accepted until the query is resolved', async () => {
  const { named, submission_id, beds } = await place()
  const { raised, decide } = queryingOn(server, 'ward-staffing', '2025')
  const query = await raised(submission_id, beds)
  expect((await accept([named])).body.left_out).toEqual([{ ...named, acceptance_state: 'queried' }])
  await decide('resolve', query, 'Correct as it is.')
  expect((await accept([named])).body.accepted_count).toBe(1)
})

test('everything that is ready is accepted at once, and nothing else', async () => {
  const before = (await list()).state_counts
  const ready = before.find(({ acceptance_state }) => acceptance_state === 'ready')?.state_count ?? 0
  expect(ready).toBeGreaterThan(1)
  expect((await accept(null)).body).toEqual({ accepted_count: ready, left_out: [] })
  const after = (await list()).state_counts
  expect(after.find(({ acceptance_state }) => acceptance_state === 'ready')).toBeUndefined()
  expect(after.find(({ acceptance_state }) => acceptance_state === 'accepted')?.state_count).toBe(ready)
})

test('an incomplete questionnaire is not accepted; neither is one that is still being collected', async () => {
  const { named, beds } = await place()
  const setStatus = (status: 'in_progress' | 'complete') =>
    server.database
      .updateTable('section_submissions')
      .set({ status })
      .where('programme_id', '=', 1)
      .where('submission_id', '=', named.submission_id)
      .where('section_id', '=', beds.section_id)
      .execute()
  await setStatus('in_progress')
  const { acceptance_state } = (await accept([named])).body.left_out[0]!
  expect(['answered', 'in_progress']).toContain(acceptance_state)
  await setStatus('complete')
  await setClosing(beds.questionnaire_id, new Date('2999-01-01'))
  await server.database
    .updateTable('project_periods')
    .set({ published_at: null, closed_at: null })
    .where('programme_id', '=', 1)
    .execute()
  expect((await accept([named])).body.left_out).toEqual([{ ...named, acceptance_state: 'collecting' }])
  await setClosing(beds.questionnaire_id, null)
})

test('an accepted questionnaire cannot be changed by anyone; comments are still possible', async () => {
  const { named, submission_id, beds } = await place()
  await accept([named])
  // Acceptance counts, not the closing date.
  await setClosing(beds.questionnaire_id, new Date('2999-01-01'))
  const before = await questionAt(submission_id, beds)
  for (const role of ['contributor', 'lead', 'admin'] as const)
    for (const action of ['save', 'complete', 'reopen', 'sign_off'] as const) {
      const change = { value: 31, base_version: before.answer.version }
      const { status, body } = await save(submission_id, beds, [change], { role, action })
      expect([role, action, status]).toEqual([role, action, 423])
      expect(body.detail).toContain('The programme has accepted these answers.')
    }
  expect(await questionAt(submission_id, beds)).toEqual(before)
  const query = { ...(await scopeOf()), submission_id }
  const { questionnaires } = (await server.call(listQuestionnaires, { query }, await server.tokenOf('lead')))
    .body
  const shown = questionnaires.find(one => one.questionnaire_id === beds.questionnaire_id)
  expect(shown).toMatchObject({ is_locked: true, lock_reason: 'accepted' })
  expect(new Set(shown?.sections?.map(({ lock_reason }) => lock_reason))).toEqual(new Set(['accepted']))
  const comment = { ...named, section_id: beds.section_id, ...beds.place, comment_text: 'Right.' }
  expect((await server.call(postComment, { body: comment }, await server.tokenOf('lead'))).status).toBe(200)
  await setClosing(beds.questionnaire_id, null)
})

test('the database refuses changes of accepted rows, whichever program writes them', async () => {
  const { named, submission_id, beds } = await place()
  await accept([named])
  const ofCell = sql`programme_id = 1 and submission_id = ${submission_id} and question_id = ${beds.place.question_id}`
  const writes = [
    sql`update answers set value = '99', number_value = 99 where ${ofCell}`,
    sql`delete from answers where ${ofCell}`,
    sql`update section_submissions set status = 'in_progress' where programme_id = 1 and submission_id = ${submission_id} and section_id = ${beds.section_id}`
  ]
  for (const write of writes) await expect(write.execute(server.database)).rejects.toThrow('accepted')
  // A row that does not change, as a save locks it, is no change.
  const locked = sql`update section_submissions set version = version where programme_id = 1 and submission_id = ${submission_id}`
  expect((await locked.execute(server.database)).numAffectedRows).toBeGreaterThan(0n)
  await revoke(named)
  expect((await writes[0]!.execute(server.database)).numAffectedRows).toBeGreaterThan(0n)
})

test('an acceptance is revoked with a reason, once; then answers change again and it must be accepted by name', async () => {
  const { named, submission_id, beds } = await place(1)
  expect((await revoke(named)).status).toBe(423)
  await accept([named])
  expect((await revoke(named, 'lead')).status).toBe(403)
  expect((await revoke(named)).status).toBe(200)
  expect((await revoke(named)).status).toBe(423)
  expect(await stateOf(named)).toMatchObject({
    acceptance_state: 'revoked',
    reason_text: 'Bed days were counted twice.',
    revoked_at: NOON.toISOString()
  })
  await accept(null)
  expect((await stateOf(named))?.acceptance_state).toBe('revoked')
  await setClosing(beds.questionnaire_id, new Date('2999-01-01'))
  const { answer } = await questionAt(submission_id, beds)
  await save(submission_id, beds, [], { action: 'reopen', role: 'lead' })
  const saved = await save(submission_id, beds, [
    { value: 30, base_version: answer.version, comment_text: 'Right.' }
  ])
  expect(saved.status).toBe(200)
  await setClosing(beds.questionnaire_id, null)
  await save(submission_id, beds, [], { action: 'complete' })
})

test('a project that requires acceptance publishes accepted figures only, and says what is left out', async () => {
  const { named, submission_id } = await place()
  await accept([named])
  const { project_id, time_period_id } = await scopeOf()
  const scope = { programmeId: 1, projectId: project_id, timePeriodId: time_period_id }
  const inEdition = async () => {
    const { snapshot } = await nextEdition(server.database, scope, NOON)
    return new Set(
      snapshot.cells.filter(({ tally }) => tally === undefined).flatMap(cell => cell.submission_ids)
    )
  }
  expect((await inEdition()).size).toBeGreaterThan(1)
  const partly = await list(true)
  expect(partly.requires_acceptance).toBe(false)
  await require(true)
  expect([...(await inEdition())]).toEqual([submission_id])
  const { acceptances, total, organisation_count, requires_acceptance } = await list(true)
  expect(requires_acceptance).toBe(true)
  expect(acceptances.length).toBe(total)
  expect(organisation_count).toBe(new Set(acceptances.map(row => row.organisation_id)).size)
  expect(acceptances.some(row => row.acceptance_state === 'accepted')).toBe(false)
  const { next } = (
    await server.call(listEditions, { query: { project_id, time_period_id } }, await server.tokenOf('admin'))
  ).body
  expect(next.complete_count).toBe(1)
})

test('an acceptance is listed until it is revoked, even after its questionnaire was retired', async () => {
  const { named } = await place()
  await accept([named])
  const setActive = (is_active: boolean) =>
    sql`update questionnaires set is_active = ${is_active} where programme_id = 1 and questionnaire_id = ${named.questionnaire_id}`.execute(
      server.database
    )
  await setActive(false)
  expect(await stateOf(named)).toMatchObject({ acceptance_state: 'accepted' })
  expect((await list(true)).acceptances.some(row => row.submission_id === named.submission_id)).toBe(false)
  expect((await revoke(named)).status).toBe(200)
  expect(await stateOf(named)).toBeUndefined()
  await setActive(true)
})

test('a question of an accepted questionnaire keeps its place, and its figure stays in editions', async () => {
  const { named, beds } = await place()
  await accept([named])
  const { membership_id } = await server.database
    .selectFrom('question_memberships')
    .select('membership_id')
    .where('programme_id', '=', 1)
    .where('question_id', '=', beds.place.question_id)
    .executeTakeFirstOrThrow()
  const removed = await server.call(
    deleteQuestionMemberships,
    { body: { membership_ids: [membership_id] } },
    await server.tokenOf('admin')
  )
  expect(removed.status).toBe(422)
})

test('unknown questionnaires and those of other projects are not found', async () => {
  const { named } = await place()
  expect((await accept([{ ...named, questionnaire_id: 999_999 }])).status).toBe(404)
  expect((await revoke({ ...named, submission_id: 999_999 })).status).toBe(404)
  for (const role of ['viewer', 'contributor', 'lead'] as const)
    expect((await accept([named], role)).status).toBe(403)
})
