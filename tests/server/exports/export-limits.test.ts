// How much an export reads at once, and how many run at a time.

import { beforeAll, expect, test } from 'vitest'
import { linesOfZip, requestAnswers, type ExportQuery } from '#tests/support/answer-files.ts'
import { cellOf, ownSubmission, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer, type Role } from '#tests/support/server.ts'

const server = useServer()

let query: ExportQuery

beforeAll(async () => {
  const ward = await ownSubmission(server, 'ward-staffing', '2026', 0)
  query = {
    project_id: await projectCoded(server, 'ward-staffing'),
    time_period_id: await periodNamed(server, '2026'),
    questionnaire_id: (await cellOf(server, ward, 'Staffed beds')).questionnaire_id,
    include: ['history']
  }
})

const request = (role: Role): Promise<Response> => requestAnswers(server, role, query)

const statusOf = async (role: Role): Promise<number> => {
  const response = await request(role)
  await response.arrayBuffer()
  return response.status
}

test('a cell that was changed more often than is read at once has every change once, in order', async () => {
  const ward = await ownSubmission(server, 'ward-staffing', '2026', 0)
  const { question_id, row_id, column_id } = (await cellOf(server, ward, 'Staffed beds')).place
  const cell = await server.database
    .selectFrom('answers')
    .selectAll()
    .where('programme_id', '=', 1)
    .where('submission_id', '=', ward)
    .where('question_id', '=', question_id)
    .where('row_id', '=', row_id)
    .where('column_id', '=', column_id)
    .executeTakeFirstOrThrow()
  const changes = 1200
  const { number_value: _, is_hidden: _h, ...kept } = cell
  const former = Array.from({ length: changes }, (_unused, index) => ({
    ...kept,
    value: JSON.stringify(index),
    version: cell.version + index
  }))
  await server.database
    .updateTable('answers')
    .set({ version: cell.version + changes })
    .where('programme_id', '=', 1)
    .where('submission_id', '=', ward)
    .where('question_id', '=', question_id)
    .where('row_id', '=', row_id)
    .where('column_id', '=', column_id)
    .execute()
  await server.database.insertInto('answer_versions').values(former).execute()
  const lines = linesOfZip(new Uint8Array(await (await request('lead')).arrayBuffer()))['history.csv'] ?? []
  const longest = Object.values(
    Object.groupBy(lines, line =>
      ['submission', 'question', 'row', 'column'].map(name => line[name]).join('|')
    )
  )
    .map(own => (own ?? []).map(line => Number(line['value'])))
    .toSorted((one, other) => other.length - one.length)[0]
  expect(longest).toEqual([...former.keys(), cell.value])
})

test('a user downloads two files at a time; the place of one that has ended is free', async () => {
  const running = [await request('lead'), await request('lead')]
  const refused = await request('lead')
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '60'])
  expect(await statusOf('admin')).toBe(200)
  await running[0]!.body!.cancel()
  expect(await statusOf('lead')).toBe(200)
  await running[1]!.arrayBuffer()
  expect(await statusOf('lead')).toBe(200)
})

test('a request for the head alone holds no place', async () => {
  for (let count = 0; count < 3; count++) {
    const { status, headers } = await requestAnswers(server, 'lead', query, 'HEAD')
    expect([status, headers.get('Content-Type')]).toEqual([200, 'application/zip'])
  }
  expect(await statusOf('lead')).toBe(200)
})
