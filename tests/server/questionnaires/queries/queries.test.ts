// A query from its question to its end: by hand, answered in words or by a changed value, returned, resolved and withdrawn.

import { expect, test } from 'vitest'
import { answerQueries, listQueries, type DataQuery } from '#contract/queries.ts'
import { DAY_MS } from '#lib/time/clock.ts'
import { queryingOn } from '#tests/support/querying.ts'
import { whileRetired } from '#tests/support/retired.ts'
import { savingOn } from '#tests/support/save-answers.ts'
import { cellOf, ownSubmission } from '#tests/support/seeded.ts'
import { useServer, type Role } from '#tests/support/server.ts'

const server = useServer()
const { blankWard, save } = savingOn(server)
const { list, raise, raised, queryNumbered, decide, place } = queryingOn(server)

const answer = async (
  { query_id, version }: Pick<DataQuery, 'query_id' | 'version'>,
  entry_text: string,
  role: Role = 'contributor'
) =>
  server.call(
    answerQueries,
    { body: { queries: [{ query_id, base_version: version }], entry_text } },
    await server.tokenOf(role)
  )

test('a question is read by the organisation, answered in words, returned, answered again and resolved', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Staffed beds')
  await save(ward, cell, [{ value: 24 }])
  const asked = await raised(ward, cell, '2027-01-18')
  expect(asked).toMatchObject({
    query_status: 'open',
    query_text: 'Is this right?',
    rules: [],
    expected: null,
    question_text: 'Staffed beds',
    received: { value: 24 },
    due_at: '2027-01-19T00:00:00.000Z',
    thread: [{ act: 'raise', entry_text: 'Is this right?' }]
  })
  const forMember = await queryNumbered(asked.query_id, 'viewer')
  expect(forMember).toEqual(asked)

  expect((await answer(asked, 'Two beds are in store.')).body).toEqual({
    query_ids: [asked.query_id],
    left_out: []
  })
  const answered = await queryNumbered(asked.query_id)
  expect(answered.query_status).toBe('answered')

  const silent = await decide('return', answered)
  expect(silent.body.left_out).toEqual([{ query_id: asked.query_id, detail: 'Enter a message.' }])
  await decide('return', answered, 'Which store?', { due_at: '2027-01-20' })
  const returned = await queryNumbered(asked.query_id)
  expect(returned).toMatchObject({ query_status: 'open', due_at: '2027-01-21T00:00:00.000Z' })
  await answer(returned, 'In the basement.', 'lead')
  await decide('resolve', await queryNumbered(asked.query_id))
  const { query_status, thread } = await queryNumbered(asked.query_id)
  expect([query_status, thread.map(entry => [entry.act, entry.entry_text])]).toEqual([
    'resolved',
    [
      ['raise', 'Is this right?'],
      ['answer', 'Two beds are in store.'],
      ['return', 'Which store?'],
      ['answer', 'In the basement.'],
      ['resolve', '']
    ]
  ])
})

test('a changed value answers a query, and only a changed value makes a resolved query answered again', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Occupied bed days in September')
  await save(ward, cell, [{ value: 520 }])
  const asked = await raised(ward, cell)
  await save(ward, { ...cell, version: 1 }, [{ value: 520, comment_text: 'Counted.' }])
  expect((await queryNumbered(asked.query_id)).query_status).toBe('open')
  await save(ward, { ...cell, version: 1 }, [{ value: 521 }])
  const corrected = await queryNumbered(asked.query_id)
  expect(corrected).toMatchObject({ query_status: 'answered', received: { value: 521 } })
  expect(corrected.thread.at(-1)).toMatchObject({
    act: 'correct',
    answer_before: { value: 520 },
    answer_after: { value: 521 }
  })
  await decide('resolve', corrected)
  await save(ward, { ...cell, version: 2 }, [{ value: 521 }])
  expect((await queryNumbered(asked.query_id)).query_status).toBe('resolved')
  await save(ward, { ...cell, version: 2 }, [{ value: null, is_not_available: true }])
  const back = await queryNumbered(asked.query_id)
  expect([back.query_status, back.thread.at(-1)?.answer_after?.is_not_available]).toEqual(['answered', true])
  await decide('withdraw', back)
  await save(ward, { ...cell, version: 3 }, [{ value: 522 }])
  expect((await queryNumbered(asked.query_id)).query_status).toBe('cancelled')
})

test('a figure that is recalculated answers the query about it', async () => {
  const ward = await blankWard()
  const nurses = await cellOf(server, ward, 'Registered nurses in post')
  await save(ward, nurses, [{ value: 12 }])
  const beds = await cellOf(server, ward, 'Staffed beds')
  await save(ward, beds, [{ value: 20 }])
  const asked = await raised(ward, await cellOf(server, ward, 'Registered nurses per bed'))
  const more = { ...nurses, version: 1 }
  await save(ward, more, [{ value: 12, comment_text: 'Counted.' }])
  expect((await queryNumbered(asked.query_id)).query_status).toBe('open')
  await save(ward, more, [{ value: 13 }])
  expect((await queryNumbered(asked.query_id)).thread.at(-1)).toMatchObject({
    act: 'correct',
    answer_after: { value: 0.65 }
  })
})

test('a cell has one open query at a time; an overdue query can be extended, or resolved with a message', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Students on placement')
  const asked = await raised(ward, cell, '2027-01-10')
  expect((await raise(ward, cell)).body).toMatchObject({
    query_ids: [],
    left_out: [{ detail: 'There is already a query about this cell.' }]
  })
  const { now } = server.clock
  server.clock.now = new Date('2027-01-12T12:00Z')
  const { counts } = await list()
  expect(counts.overdue).toBe(1)
  expect((await queryNumbered(asked.query_id)).is_overdue).toBe(true)
  expect((await decide('extend', asked, '', { due_at: '2027-01-11' })).status).toBe(422)
  await decide('extend', asked, '', { due_at: '2027-01-31' })
  const extended = await queryNumbered(asked.query_id)
  expect([extended.is_overdue, extended.due_at]).toEqual([false, '2027-02-01T00:00:00.000Z'])
  expect((await decide('resolve', extended)).body.left_out).toHaveLength(1)
  await decide('resolve', extended, 'Students do not count this year.')
  expect((await queryNumbered(asked.query_id)).query_status).toBe('resolved')
  server.clock.now = new Date(now.getTime() + DAY_MS)
  expect((await raise(ward, cell)).body.query_ids).toHaveLength(1)
})

test('an extension needs a date that is later than the current one', async () => {
  const ward = await blankWard()
  const asked = await raised(ward, await cellOf(server, ward, 'Leavers'), '2027-01-18')
  const detail = 'Choose a date later than the current one.'
  for (const more of [{}, { due_at: null }, { due_at: '2027-01-17' }, { due_at: '2027-01-18' }])
    expect((await decide('extend', asked, '', more)).body).toEqual({
      query_ids: [],
      left_out: [{ query_id: asked.query_id, detail }]
    })
  expect(await queryNumbered(asked.query_id)).toEqual(asked)
  await decide('extend', asked, '', { due_at: '2027-01-19' })
  expect((await queryNumbered(asked.query_id)).due_at).toBe('2027-01-20T00:00:00.000Z')
})

test('a member who answers too late reads of a question, an admin of a query', async () => {
  const ward = await blankWard()
  const asked = await raised(ward, await cellOf(server, ward, 'Bank hours'))
  const late = async (role: Role) => (await answer(asked, 'It is.', role)).body.left_out[0]?.detail
  await answer(asked, 'It is.')
  expect(await late('lead')).toBe(
    'This question from the programme has changed. Reload the page and try again.'
  )
  expect(await late('admin')).toBe('This query has changed. Reload the page and try again.')
  await decide('resolve', await queryNumbered(asked.query_id))
  expect(await late('contributor')).toBe('This question from the programme has been resolved.')
  expect(await late('admin')).toBe('This query has been resolved.')
  const unknown = { ...asked, query_id: 999_999 }
  expect((await answer(unknown, 'It is.', 'lead')).body.detail).toBe('Question from the programme not found.')
  expect((await answer(unknown, 'It is.', 'admin')).body.detail).toBe('Query not found.')
})

test('a decision on an older version is refused, and so is any decision by a member', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Joiners')
  const asked = await raised(ward, cell)
  await answer(asked, 'It is.')
  expect((await decide('withdraw', asked)).body.left_out).toEqual([
    { query_id: asked.query_id, detail: 'This query has changed. Reload the page and try again.' }
  ])
  expect((await answer(asked, 'No.', 'viewer')).status).toBe(403)
  expect((await raise(ward, cell, '')).status).toBe(422)
})

test('nobody reads or answers the queries of another organisation', async () => {
  const own = await ownSubmission(server, 'ward-staffing', '2026')
  const other = await server.database
    .selectFrom('submissions as s')
    .innerJoin('submissions as mine', join =>
      join.onRef('mine.programme_id', '=', 's.programme_id').onRef('mine.project_id', '=', 's.project_id')
    )
    .select('s.submission_id')
    .where('s.programme_id', '=', 1)
    .where('mine.submission_id', '=', own)
    .whereRef('s.time_period_id', '=', 'mine.time_period_id')
    .whereRef('s.organisation_id', '!=', 'mine.organisation_id')
    .executeTakeFirstOrThrow()
  const cell = await cellOf(server, own, 'Staffed beds')
  const asked = await raised(other.submission_id, cell)
  expect(asked.query_status).toBe('open')
  for (const role of ['viewer', 'contributor', 'lead'] as const) {
    expect((await list(role)).queries.some(({ query_id }) => query_id === asked.query_id)).toBe(false)
    const named = { query: { ...(await place()), submission_id: other.submission_id } }
    expect((await server.call(listQueries, named, await server.tokenOf(role))).status).toBe(404)
  }
  expect((await answer(asked, 'It is.', 'lead')).status).toBe(404)
})

test('nothing is asked about a cell in a retired column', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Vacant WTE', 'Band 7')
  const refused = await whileRetired(server, 'sub_section_columns', cell.place.column_id, () =>
    raise(ward, cell)
  )
  expect(refused.status).toBe(404)
})
