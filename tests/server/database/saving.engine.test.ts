import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { inProgramme } from '#server/database/tenant.ts'
import { savingOn } from '#tests/support/save-answers.ts'
import { cellOf, ownSubmission } from '#tests/support/seeded.ts'
import { NOON, useServer } from '#tests/support/server.ts'

const server = useServer()
const { blankWard, save, questionAt } = savingOn(server)

test('saves an answer with its author and time', async () => {
  const ward = await blankWard()
  const beds = await cellOf(server, ward, 'Staffed beds')
  const { status, body } = await save(ward, beds, [{ value: 24 }])
  expect(status).toBe(200)
  const by = {
    updated_by: 'Rolf Lindqvist',
    updated_by_user_id: expect.any(Number),
    updated_at: NOON.toISOString()
  }
  expect(body.saved).toEqual([{ ...beds.place, version: 1, ...by }])
  expect(body.section_submission).toMatchObject({
    status: 'in_progress',
    updated_by: 'Rolf Lindqvist',
    updated_at: NOON.toISOString()
  })
  expect((await questionAt(ward, beds)).answer).toEqual({
    value: 24,
    is_not_applicable: false,
    is_not_available: false,
    version: 1,
    updated_at: NOON.toISOString(),
    updated_by: 'Rolf Lindqvist',
    updated_by_user_id: expect.any(Number),
    is_changed_after_sign_off: false
  })
})

test('every change keeps what stood there before, with its author and time', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Occupied bed days in September')
  await save(ward, cell, [{ value: 700 }])
  await save(ward, cell, [{ value: 710, base_version: 1 }], { role: 'lead' })
  await save(ward, cell, [{ value: null, is_not_available: true, base_version: 2 }])
  const versions = await server.database
    .selectFrom('answer_versions as v')
    .innerJoin('users as u', join =>
      inProgramme(join, 'u', 'v').onRef('u.user_id', '=', 'v.updated_by_user_id')
    )
    .select(['v.version', 'v.value', 'u.email_address'])
    .where('v.programme_id', '=', 1)
    .where('v.submission_id', '=', ward)
    .where('v.question_id', '=', cell.place.question_id)
    .orderBy('v.version')
    .execute()
  expect(versions).toEqual([
    { version: 1, value: 700, email_address: 'contributor@wards.example' },
    { version: 2, value: 710, email_address: 'lead@wards.example' }
  ])
  expect((await questionAt(ward, cell)).answer).toMatchObject({
    value: null,
    is_not_available: true,
    version: 3
  })
})

test('answers a repeated change as before, and writes nothing', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Students on placement')
  const id = randomUUID()
  const first = await save(ward, cell, [{ value: 4 }], { id })
  const second = await save(ward, cell, [{ value: 4 }], { id })
  expect(second.body).toEqual(first.body)
  await save(ward, cell, [{ value: 6, base_version: 1 }])
  expect((await save(ward, cell, [{ value: 4 }], { id })).body).toEqual(first.body)
  expect((await questionAt(ward, cell)).answer).toMatchObject({ value: 6, version: 2 })
})

test('the same change sent many times at once is made once', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Support staff in post')
  const id = randomUUID()
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => save(ward, cell, [{ value: 11.5 }], { id }))
  )
  for (const reply of replies) expect(reply.body).toEqual(replies[0]!.body)
  expect((await questionAt(ward, cell)).answer.version).toBe(1)
})

test('reports a conflict with the other person’s answer, their name and the time', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Supervisory time of the ward manager')
  await save(ward, cell, [{ value: 50 }], { role: 'lead' })
  const late = await save(ward, cell, [{ value: 60 }])
  expect(late.status).toBe(200)
  expect(late.body.saved).toEqual([])
  expect(late.body.conflicts).toEqual([
    {
      ...cell.place,
      mine: 60,
      theirs: 50,
      theirs_is_not_applicable: false,
      theirs_is_not_available: false,
      theirs_version: 1,
      theirs_updated_at: NOON.toISOString(),
      theirs_updated_by: 'Amara Okafor',
      theirs_updated_by_user_id: expect.any(Number)
    }
  ])
  const agreed = await save(ward, cell, [{ value: 50 }])
  expect(agreed.body).toMatchObject({ conflicts: [], saved: [{ version: 1 }] })
})

test('reports in a conflict why the other person has no figure', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Support staff in post')
  await save(ward, cell, [{ value: null, is_not_available: true }], { role: 'lead' })
  const late = await save(ward, cell, [{ value: 6 }])
  expect(late.body.conflicts).toMatchObject([
    { mine: 6, theirs: null, theirs_is_not_applicable: false, theirs_is_not_available: true }
  ])
})

test('of many people who change one cell at once exactly one wins', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Registered nurses in post')
  const replies = await Promise.all([10, 11, 12, 13, 14, 15].map(value => save(ward, cell, [{ value }])))
  expect(replies.map(reply => reply.status)).toEqual([200, 200, 200, 200, 200, 200])
  expect(replies.filter(reply => reply.body.saved.length === 1)).toHaveLength(1)
  expect(replies.filter(reply => reply.body.conflicts.length === 1)).toHaveLength(5)
})

test.each([
  ['a number where whole numbers are asked for', 'Staffed beds', { value: 2.5 }],
  ['a number above the maximum', 'Staffed beds', { value: 121 }],
  ['text where a number is asked for', 'Staffed beds', { value: 'many' }],
  ['a value in a calculated cell', 'Registered nurses per bed', { value: 1 }],
  ['an option that is not one', 'Main specialty', { value: 99_999 }],
  ['a word where yes or no is asked for', 'Are rosters kept electronically?', { value: 'perhaps' }],
  ['a day that is not in the calendar', 'Opened or last refurbished', { value: '2026-02-30' }],
  ['a value and a reason for having none', 'Single', { value: 5, is_not_applicable: true }]
])('%s is refused for that cell, the others are kept', async (_, question, change) => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, question === 'Single' ? 'Share of beds in single rooms' : question)
  const { status, body } = await save(ward, cell, [change])
  expect(status).toBe(200)
  expect(body).toMatchObject({
    saved: [],
    conflicts: [],
    rejected: [{ ...cell.place, message: expect.any(String) }]
  })
})

test('a cell that does not apply, and one of another section, is refused', async () => {
  const ward = await blankWard()
  const night = await cellOf(server, ward, 'Night shift, planned hours', 'Band 7')
  expect((await save(ward, night, [{ value: 10 }])).body.rejected).toHaveLength(1)
  const beds = await cellOf(server, ward, 'Staffed beds')
  expect((await save(ward, { ...night, place: beds.place }, [{ value: 10 }])).body.rejected[0]!.message).toBe(
    'This cell is not in this section.'
  )
})

test('an unusual value is kept, flagged, and asks for a comment before the section can be completed', async () => {
  const ward = await blankWard()
  const beds = await cellOf(server, ward, 'Staffed beds')
  const flagged = await save(ward, beds, [{ value: 60 }])
  expect(flagged.body.saved).toHaveLength(1)
  expect(flagged.body.warnings[0]).toMatchObject({ ...beds.place, comment_required: true })
  const refused = await save(ward, await cellOf(server, ward, 'Staffed beds'), [], { action: 'complete' })
  expect(refused.body.rejected).toContainEqual({
    ...beds.place,
    message: 'Needs a comment before the section can be completed.'
  })
  const again = await cellOf(server, ward, 'Staffed beds')
  await save(ward, again, [{ value: 60, comment_text: 'A second ward moved in.' }])
  const question = await questionAt(ward, beds)
  expect(question.comments).toMatchObject([
    { comment_text: 'A second ward moved in.', created_by: 'Rolf Lindqvist', is_resolved: false }
  ])
  const still = await save(ward, again, [], { action: 'complete' })
  expect(still.body.rejected).not.toContainEqual(expect.objectContaining({ ...beds.place }))
})

test('calculated cells are calculated by the server and kept like answers', async () => {
  const ward = await ownSubmission(server, 'ward-staffing', '2026', 1)
  const beds = await cellOf(server, ward, 'Staffed beds')
  const nurses = await cellOf(server, ward, 'Registered nurses in post')
  await save(ward, beds, [{ value: 20 }])
  await save(ward, nurses, [{ value: 25 }])
  const calculated = await cellOf(server, ward, 'Registered nurses per bed')
  expect((await questionAt(ward, calculated)).answer).toMatchObject({ value: 1.25 })
  await save(ward, { ...beds, version: beds.version + 1 }, [{ value: null }])
  expect((await questionAt(ward, calculated)).answer).toMatchObject({ value: null })
})

test('last period’s value stands beside the cell', async () => {
  const ward = await ownSubmission(server, 'ward-staffing', '2026')
  const cell = await cellOf(server, ward, 'Pay budget of the year')
  const before = await cellOf(
    server,
    await ownSubmission(server, 'ward-staffing', '2025'),
    'Pay budget of the year'
  )
  const stored = await server.database
    .selectFrom('answers')
    .select('value')
    .where('programme_id', '=', 1)
    .where('submission_id', '=', await ownSubmission(server, 'ward-staffing', '2025'))
    .where('question_id', '=', before.place.question_id)
    .executeTakeFirstOrThrow()
  expect((await questionAt(ward, cell)).previous_answer).toMatchObject({
    time_period_name: '2025',
    value: stored.value
  })
})
