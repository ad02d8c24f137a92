// Answers as files: who gets which, what is in them, and that they are read as they are sent.

import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { countExportableAnswers } from '#contract/answer-exports.ts'
import { getSectionQuestions, listSections } from '#contract/questionnaires.ts'
import { holdsNumber } from '#domain/answers/question-types.ts'
import { groupBy } from '#lib/group-by.ts'
import { readXlsx } from '#lib/xlsx/read.ts'
import {
  linesOfCsv,
  linesOfZip,
  requestAnswers,
  textsIn,
  type ExportQuery,
  type FileLine
} from '#tests/support/answer-files.ts'
import { answerCase, makeCase } from '#tests/support/cases.ts'
import { ownSubmission, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { sites, useServer, wards, type Role } from '#tests/support/server.ts'

let statements = 0
const server = useServer({
  plugin: {
    transformQuery({ node }) {
      statements += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result)
  }
})

let place: { project_id: number; time_period_id: number }
let standard: number
let survey: number
let caseCode: string
let caseCodeId: number

beforeAll(async () => {
  place = {
    project_id: await projectCoded(server, 'ward-staffing'),
    time_period_id: await periodNamed(server, '2026')
  }
  const made = await makeCase(server)
  survey = made.place.questionnaire_id
  caseCode = made.code
  caseCodeId = made.id
  await answerCase(server, made)
  const { body } = await server.call(countExportableAnswers, { query: place }, await server.tokenOf('admin'))
  standard = body.questionnaires.find(
    ({ questionnaire_type, answer_count }) => questionnaire_type === 'standard' && answer_count > 0
  )!.questionnaire_id
})

const request = (role: Role, query: Partial<ExportQuery> = {}): Promise<Response> =>
  requestAnswers(server, role, { ...place, questionnaire_id: standard, ...query })

async function download(role: Role, query: Partial<ExportQuery> = {}) {
  const response = await request(role, query)
  return {
    status: response.status,
    name: response.headers.get('Content-Disposition') ?? '',
    bytes: new Uint8Array(await response.arrayBuffer())
  }
}

const filesOf = async (role: Role, query: Partial<ExportQuery>) =>
  linesOfZip((await download(role, query)).bytes)

const counted = async (role: Role) =>
  (await server.call(countExportableAnswers, { query: place }, await server.tokenOf(role))).body

describe('The long layout', () => {
  test('has one line for each answer that the page shows, exactly as it is stored', async () => {
    const { bytes, name } = await download('lead')
    expect(name).toContain('filename="answers-ward-staffing.csv"')
    const lines = linesOfCsv(bytes)
    const submission_id = await ownSubmission(server, 'ward-staffing', '2026')
    const { submission_code } = await server.database
      .selectFrom('submissions')
      .select('submission_code')
      .where('programme_id', '=', 1)
      .where('submission_id', '=', submission_id)
      .executeTakeFirstOrThrow()
    const token = await server.tokenOf('lead')
    const query = { submission_id }
    const { body } = await server.call(listSections, { params: { id: standard }, query }, token)
    const shown: string[] = []
    const numberText = (value: unknown): string => (typeof value === 'number' ? String(value) : '')
    for (const { section_id } of body.sections) {
      const params = { id: standard, sid: section_id }
      const { body: content } = await server.call(getSectionQuestions, { params, query }, token)
      for (const { answer, question_type } of content.sub_sections.flatMap(({ questions }) => questions))
        if (answer.value !== null || answer.is_not_applicable || answer.is_not_available)
          shown.push(
            `${numberText(holdsNumber({ question_type }) ? answer.value : null)} ${answer.updated_at}`
          )
    }
    expect(shown.length).toBeGreaterThan(5)
    const own = lines.filter(line => line['submission'] === submission_code)
    const isNumber = (text = ''): boolean => /^-?\d/.test(text) && !/^\d{4}-/.test(text)
    expect(
      own.map(line => `${isNumber(line['value']) ? line['value'] : ''} ${line['entered_at']}`).toSorted()
    ).toEqual(shown.toSorted())
  })

  test('has as many lines as were counted', async () => {
    for (const role of ['admin', 'lead', 'viewer'] as const) {
      const counts = (await counted(role)).questionnaires
      for (const { questionnaire_id, answer_count } of counts) {
        const lines = linesOfCsv((await download(role, { questionnaire_id })).bytes)
        expect([role, questionnaire_id, lines.length]).toEqual([role, questionnaire_id, answer_count])
      }
    }
  })

  test('is the same each time', async () => {
    const [first, second] = [await download('admin'), await download('admin')]
    expect(Buffer.compare(first.bytes, second.bytes)).toBe(0)
    expect(first.bytes.byteLength).toBeGreaterThan(10_000)
  })
})

describe('Who gets what', () => {
  test('admins get all organisations, members their own', async () => {
    const organisations = async (role: Role) =>
      new Set(linesOfCsv((await download(role)).bytes).map(line => line['organisation'])).size
    expect(await organisations('admin')).toBeGreaterThan(5)
    expect(await organisations('lead')).toBe(1)
    expect(await organisations('viewer')).toBe(1)
    expect((await counted('lead')).organisation_count).toBe(1)
  })

  test('cases are for admins, and for leads where the programme shows them', async () => {
    const cases = async (role: Role) =>
      linesOfCsv((await download(role, { questionnaire_id: survey })).bytes).length
    expect(await cases('admin')).toBeGreaterThan(0)
    expect(await Promise.all([cases('lead'), cases('contributor')])).toEqual([0, 0])
    wards.respondentResults = 'cases'
    expect(await cases('lead')).toBeGreaterThan(0)
    expect(await Promise.all([cases('contributor'), cases('viewer')])).toEqual([0, 0])
    delete wards.respondentResults
  })

  test('nothing of another project, period or programme', async () => {
    const other = await projectCoded(server, 'ward-staffing', 2).catch(() => null)
    expect((await download('admin', { project_id: other ?? 99_999 })).status).toBe(404)
    expect((await download('admin', { questionnaire_id: [standard, 99_999] })).status).toBe(404)
    expect((await download('admin', { time_period_id: [place.time_period_id, 99_999] })).status).toBe(404)
    const foreign = await server.call(
      countExportableAnswers,
      { query: place },
      await server.tokenOf('super', sites)
    )
    expect(foreign.status).toBe(404)
  })
})

describe('Cases', () => {
  test('have a pseudonym that is the same within a download and in no other, and neither code nor time', async () => {
    const query = {
      questionnaire_id: survey,
      layout: 'wide',
      include: ['history', 'comments']
    } as const satisfies Partial<ExportQuery>
    const [first, second] = [await filesOf('admin', query), await filesOf('admin', query)]
    const pseudonyms = (files: Record<string, FileLine[]>, name: string) =>
      new Set((files[name] ?? []).map(line => line['case']))
    const main = Object.keys(first)[0]!
    expect(pseudonyms(first, main).size).toBeGreaterThan(0)
    expect(pseudonyms(first, 'history.csv')).toEqual(pseudonyms(first, main))
    expect([...pseudonyms(first, main)].filter(name => pseudonyms(second, main).has(name))).toEqual([])
    const text = JSON.stringify(first)
    for (const secret of [caseCode, caseCode.replaceAll('-', ''), `"${caseCodeId}"`])
      expect(text).not.toContain(secret)
    expect((first['history.csv'] ?? []).map(line => line['changed_at'])).toContain('')
    expect(text).not.toMatch(/\d{2}:\d{2}:\d{2}/)
  })

  test('have comments whose numbers neither say when nor return in another download', async () => {
    const codes = [await makeCase(server), await makeCase(server)]
    for (const made of codes) await answerCase(server, made, `Comment of ${made.id}`)
    // A thread, which no page of a survey has.
    await sql`insert into comments (programme_id, questionnaire_id, submission_id, section_id, question_id, row_id, column_id, case_code_id,
        comment_text, parent_comment_id, created_at)
      select programme_id, questionnaire_id, submission_id, section_id, question_id, row_id, column_id, case_code_id, text, comment_id,
        now() from comments, unnest(array['Reply', 'Reply again']) as text where case_code_id = ${codes[0]!.id}`.execute(
      server.database
    )
    const files = await filesOf('admin', { questionnaire_id: survey, include: ['comments'] })
    const comments = groupBy(files['comments.csv'] ?? [], line => line['case'])
    const numbers = [...comments.values()].map(lines =>
      lines.map(line => [line['comment'], line['reply_to'], line['created_at']])
    )
    expect(numbers.toSorted((one, other) => other.length - one.length)).toEqual([
      [
        ['1', '', ''],
        ['2', '1', ''],
        ['3', '1', '']
      ],
      [['1', '', '']]
    ])
  })
})

describe('The wide layout', () => {
  test('has a line for each submission, whose cells are those of the long layout', async () => {
    const files = await filesOf('admin', { layout: 'wide' })
    const [main, ...others] = Object.keys(files)
    expect(others).toContain('codebook.csv')
    const wide = files[main!]!
    const long = linesOfCsv((await download('admin')).bytes)
    const isFixed = new Set(
      files['codebook.csv']!.filter(line => line['table'] === '').map(
        line => `${line['sub_section']} ${line['question']} ${line['row']} ${line['column']}`
      )
    )
    const fixed = long.filter(line =>
      isFixed.has(`${line['sub_section']} ${line['question']} ${line['row']} ${line['column']}`)
    )
    const headings = Object.keys(wide[0]!)
      .slice(5)
      .filter(name => !/^(status\.|not_)/.test(name))
    expect(textsIn(wide, ...headings)).toEqual(textsIn(fixed, 'value'))
    expect(new Set(wide.map(line => `${line['organisation']} ${line['submission']}`)).size).toBe(wide.length)
  })

  test('is also a workbook', async () => {
    const { bytes, name } = await download('lead', { layout: 'wide', format: 'xlsx' })
    expect(name).toContain('answers-ward-staffing.xlsx')
    const book = readXlsx(bytes)
    const sheets = book.ok ? book.value.map(sheet => [sheet.name, sheet.rows.size] as const) : []
    expect(sheets.map(([sheet]) => sheet)).toContain('codebook')
    expect(sheets.at(0)?.[1]).toBeGreaterThan(1)
  })
})

test('choices are exported by name on demand', async () => {
  const query = { questionnaire_id: survey, values: 'labels' } as const
  const names = linesOfCsv((await download('admin', query)).bytes)
  const codes = linesOfCsv((await download('admin', { ...query, values: 'codes' })).bytes)
  expect(names.length).toBe(codes.length)
  expect(textsIn(names, 'value')).not.toEqual(textsIn(codes, 'value'))
})

test('the database is read only as fast as the caller takes the file, and no more once the caller has gone', async () => {
  const query = {
    layout: 'wide',
    include: ['comments', 'queries', 'history']
  } as const satisfies Partial<ExportQuery>
  const whole = statements
  await download('admin', query)
  const needed = statements - whole
  const response = await request('admin', query)
  const reader = response.body!.getReader()
  const begun = statements
  await reader.read()
  expect(statements - begun).toBeLessThan(needed / 3)
  await reader.cancel()
  const left = statements
  // The connection of another call is not closed by it.
  expect((await counted('admin')).questionnaires.length).toBeGreaterThan(0)
  const ofCount = statements - left
  await counted('admin')
  expect(statements - left).toBe(2 * ofCount)
})
