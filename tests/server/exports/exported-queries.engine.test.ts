// Queries in the files of answers: the status beside each answer, the table of messages, and who gets which.

import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { countExportableAnswers } from '#contract/answer-exports.ts'
import { answerQueries, listQueries } from '#contract/queries.ts'
import { readXlsx } from '#lib/xlsx/read.ts'
import { inProgramme } from '#server/database/tenant.ts'
import {
  linesOfBook,
  linesOfCsv,
  linesOfZip,
  requestAnswers,
  type ExportQuery,
  type FileLine
} from '#tests/support/answer-files.ts'
import { createKeyFor } from '#tests/support/api-keys.ts'
import { queryingOn } from '#tests/support/querying.ts'
import { whileRetired } from '#tests/support/retired.ts'
import { savingOn } from '#tests/support/save-answers.ts'
import { cellOf, ownSubmission } from '#tests/support/seeded.ts'
import { useServer, type Role } from '#tests/support/server.ts'

const server = useServer()
const { blankWard, save } = savingOn(server)
const { place, raise, raised, queryNumbered, decide } = queryingOn(server)

const FORMULA = '=HYPERLINK("http://evil.example")'
const BEDS = 'beds'
let ward: number
let wardCode: string
let questionnaire_id: number
let withdrawnId: number
let askedId: number

beforeAll(async () => {
  ward = await blankWard()
  const cell = await cellOf(server, ward, 'Staffed beds')
  questionnaire_id = cell.questionnaire_id
  wardCode = await submissionCode(ward)
  await save(ward, cell, [{ value: 24 }])
  const withdrawn = await raised(ward, cell)
  withdrawnId = withdrawn.query_id
  await decide('withdraw', withdrawn)
  askedId = (await raise(ward, cell, FORMULA, '2027-01-18')).body.query_ids[0]!
  const asked = await queryNumbered(askedId)
  const queries = [{ query_id: askedId, base_version: asked.version }]
  const body = { queries, entry_text: 'Two beds\nare in store.' }
  await server.call(answerQueries, { body }, await server.tokenOf('contributor'))
  // A cell without an answer.
  await raise(ward, await cellOf(server, ward, 'Leavers'))
})

const submissionCode = async (submission_id: number): Promise<string> =>
  (
    await server.database
      .selectFrom('submissions')
      .select('submission_code')
      .where(eb => eb.and({ programme_id: 1, submission_id }))
      .executeTakeFirstOrThrow()
  ).submission_code

async function download(role: Role | { key: string }, query: Partial<ExportQuery> = {}): Promise<Uint8Array> {
  const reply = await requestAnswers(server, role, { ...(await place()), questionnaire_id, ...query })
  expect(reply.status).toBe(200)
  return new Uint8Array(await reply.arrayBuffer())
}

const queriesFor = async (role: Role, query: Partial<ExportQuery> = {}): Promise<FileLine[]> =>
  linesOfZip(await download(role, { include: ['queries'], ...query }))['queries.csv'] ?? []

const sheetsFor = async (role: Role, query: Partial<ExportQuery>): Promise<Record<string, FileLine[]>> =>
  linesOfBook(await download(role, { ...query, format: 'xlsx' }))

const statusOf = (lines: readonly FileLine[]): Set<string | undefined> =>
  new Set(
    lines
      .filter(({ submission, question }) => submission === wardCode && question === BEDS)
      .map(line => line['query_status'])
  )

const readers: Role[] = ['admin', 'lead', 'contributor', 'viewer']

describe('The long layout', () => {
  test.each(readers)('has the status of the newest query of each cell, for %s', async role => {
    const lines = linesOfCsv(await download(role))
    expect(Object.keys(lines[0]!).at(-1)).toBe('query_status')
    expect(statusOf(lines)).toEqual(new Set(['answered']))
    expect(lines.filter(line => line['query_status'] === '').length).toBeGreaterThan(10)
    const { answers } = await sheetsFor(role, {})
    expect(answers?.map(line => line['query_status'])).toEqual(lines.map(line => line['query_status']))
  })

  test('is the same without that column on demand', async () => {
    const whole = linesOfCsv(await download('admin'))
    const lines = linesOfCsv(await download('admin', { include_query_status: false }))
    expect(Object.keys(lines[0]!)).not.toContain('query_status')
    const statuses = whole.map(line => line['query_status'])
    expect(lines.map((line, index) => ({ ...line, query_status: statuses[index] }))).toEqual(whole)
  })
})

test('a key that reads answers reads the status of queries, as its owner does, and no messages', async () => {
  const { key } = await createKeyFor(server, await server.tokenOf('lead'), ['answers:read'])
  const lines = linesOfCsv(await download({ key }))
  expect(lines).toEqual(linesOfCsv(await download('lead')))
  expect(statusOf(lines)).toEqual(new Set(['answered']))
  const refused = await requestAnswers(
    server,
    { key },
    { ...(await place()), questionnaire_id, include: ['queries'] }
  )
  expect(refused.status).toBe(403)
})

describe('The table of queries', () => {
  const ofWard = (lines: readonly FileLine[]) => lines.filter(line => line['submission'] === wardCode)
  const read = (lines: readonly FileLine[]) =>
    ofWard(lines)
      .filter(line => line['question'] === BEDS)
      .map(line => [line['query'], line['query_status'], line['act'], line['entry_text']])

  test('has a line for each message, with the keys of the other tables', async () => {
    const files = linesOfZip(await download('admin', { include: ['comments', 'queries', 'history'] }))
    const keys = (lines: readonly FileLine[] = []) => Object.keys(lines[0] ?? {}).slice(0, 10)
    expect(keys(files['queries.csv'])).toEqual(keys(files['history.csv']))
    const [withdrawn, asked] = [String(withdrawnId), String(askedId)]
    expect(read(files['queries.csv']!)).toEqual([
      [withdrawn, 'cancelled', 'raise', 'Is this right?'],
      [withdrawn, 'cancelled', 'withdraw', ''],
      [asked, 'answered', 'raise', FORMULA],
      [asked, 'answered', 'answer', 'Two beds\nare in store.']
    ])
    const { thread, due_at } = await queryNumbered(askedId)
    const lines = files['queries.csv']!.filter(line => line['query'] === asked)
    expect(lines.map(line => [line['created_by'], line['created_at'], line['due_at']])).toEqual(
      thread.map(({ created_by, created_at }) => [created_by, created_at, due_at])
    )
    expect(lines.every(line => line['created_by'] !== '' && line['rules'] === '')).toBe(true)
  })

  test('names the rules of a query, with their percentage', async () => {
    await server.database
      .updateTable('queries')
      .set({
        rules: JSON.stringify([{ rule_code: 'outlier' }, { rule_code: 'changed', change_percent: 40 }])
      })
      .where(eb => eb.and({ programme_id: 1, query_id: askedId }))
      .execute()
    const lines = (await queriesFor('lead')).filter(line => line['query'] === String(askedId))
    expect(new Set(lines.map(line => line['rules']))).toEqual(new Set(['outlier changed=40']))
  })

  test('has an apostrophe before a formula, in a workbook too', async () => {
    const text = new TextDecoder().decode(
      unzipSync(await download('admin', { include: ['queries'] }))['queries.csv']
    )
    expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
    const book = readXlsx(await download('admin', { include: ['queries'], format: 'xlsx' }))
    const sheet = book.ok ? book.value.find(({ name }) => name === 'queries') : undefined
    const values = [...(sheet?.rows.values() ?? [])].flatMap(row => [...row.values()])
    expect(values.map(({ value }) => value)).toContain(`'${FORMULA}`)
  })

  test.each(readers)('is the same in each layout and format, for %s', async role => {
    const lines = await queriesFor(role)
    expect(ofWard(lines).length).toBeGreaterThan(4)
    expect(await queriesFor(role, { layout: 'wide' })).toEqual(lines)
    for (const layout of ['long', 'wide'] as const)
      expect((await sheetsFor(role, { layout, include: ['queries'] }))['queries']).toEqual(lines)
  })

  test('has every message of a long thread once, in order', async () => {
    const query = await queryNumbered(await ask(await blankWard()))
    const entries = Array.from({ length: 1200 }, (_, index) => ({
      programme_id: 1,
      query_id: query.query_id,
      version: query.version + 1 + index,
      act: 'answer' as const,
      entry_text: String(index),
      created_at: new Date(query.raised_at)
    }))
    await server.database.insertInto('query_entries').values(entries).execute()
    const lines = (await queriesFor('lead')).filter(line => line['query'] === String(query.query_id))
    expect(lines.slice(1).map(line => line['entry_text'])).toEqual(entries.map(one => one.entry_text))
  })
})

async function ask(submissionId: number): Promise<number> {
  const { body } = await raise(submissionId, await cellOf(server, submissionId, 'Joiners'))
  return body.query_ids[0]!
}

describe('Who gets which', () => {
  const ids = async (role: Role, query: Partial<ExportQuery> = {}) =>
    new Set((await queriesFor(role, query)).map(line => Number(line['query'])))

  test('members get those of their own organisation, and those that they see listed', async () => {
    const own = await ownSubmission(server, 'ward-staffing', '2026')
    const other = await server.database
      .selectFrom('submissions as s')
      .innerJoin('submissions as mine', join =>
        inProgramme(join, 'mine', 's', 'project_id', 'time_period_id').on('mine.submission_id', '=', own)
      )
      .select('s.submission_id')
      .where('s.programme_id', '=', 1)
      .whereRef('s.organisation_id', '!=', 'mine.organisation_id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const foreign = await ask(other.submission_id)
    const listed = async (role: Role) => {
      const { body } = await server.call(
        listQueries,
        { query: { ...(await place()), limit: 500 } },
        await server.tokenOf(role)
      )
      return new Set(body.queries.map(({ query_id }) => query_id))
    }
    for (const role of readers) {
      const read = await ids(role)
      expect([role, read]).toEqual([role, await listed(role)])
      expect([role, read.has(foreign)]).toEqual([role, role === 'admin'])
    }
  })

  test('queries that are not asked any more are for admins only', async () => {
    const { section_id } = await cellOf(server, ward, 'Staffed beds')
    await whileRetired(server, 'sections', section_id, async () => {
      expect(statusOf(linesOfCsv(await download('admin')))).toEqual(new Set(['answered']))
      expect(statusOf(linesOfCsv(await download('lead')))).toEqual(new Set(['']))
      expect((await ids('admin')).has(askedId)).toBe(true)
      expect((await ids('lead')).has(askedId)).toBe(false)
      expect((await ids('admin', { include_retired: false })).has(askedId)).toBe(false)
      await expectCounts()
    })
  })

  test('queries to an organisation that has withdrawn are for admins only', async () => {
    const { project_id, time_period_id } = await place()
    const set = (registration_status: 'registered' | 'withdrawn') =>
      server.database
        .updateTable('registrations')
        .set({ registration_status })
        .where(eb => eb.and({ programme_id: 1, project_id, time_period_id }))
        .execute()
    await set('withdrawn')
    expect(statusOf(linesOfCsv(await download('lead')))).toEqual(new Set(['']))
    expect(await ids('lead')).toEqual(new Set())
    expect((await ids('admin')).has(askedId)).toBe(true)
    await expectCounts()
    await set('registered')
  })

  async function expectCounts() {
    for (const role of readers)
      for (const include_retired of [true, false]) {
        const query = { ...(await place()), include_retired }
        const { body } = await server.call(countExportableAnswers, { query }, await server.tokenOf(role))
        const counted = body.questionnaires.map(({ questionnaire_id: id, query_entry_count }) => [
          id,
          query_entry_count
        ])
        const written: [number, number][] = []
        for (const { questionnaire_id: id } of body.questionnaires)
          written.push([id, (await queriesFor(role, { questionnaire_id: id, include_retired })).length])
        expect([role, include_retired, counted]).toEqual([role, include_retired, written])
        if (include_retired && role === 'admin') expect(written.some(([, lines]) => lines > 0)).toBe(true)
      }
  }

  test('as many lines as are counted', expectCounts)
})
