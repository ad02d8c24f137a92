// The side panel's content for one cell: its history, and others' answers in the previous period.

import { expect, test } from 'vitest'
import { getSectionQuestions, type CellValue } from '#contract/questionnaires.ts'
import { saveSection } from '#contract/section-submissions.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { averagesOf, sortedValues } from '#domain/figures/statistics.ts'
import { chartBuilding } from '#tests/support/chart-building.ts'
import { askFor, seriesOf } from '#tests/support/chart-requests.ts'
import { publishAnew } from '#tests/support/editions.ts'
import { cellOf, ownSubmission, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { NOON, sites, useServer, type Role } from '#tests/support/server.ts'

const server = useServer()

async function place(number = 1, question = 'Vacant WTE', column: string | null = 'Band 6', period = '2026') {
  const submission_id = await ownSubmission(server, 'ward-staffing', period, number)
  return { submission_id, ...(await cellOf(server, submission_id, question, column ?? undefined)) }
}
type Place = Awaited<ReturnType<typeof place>>

async function details(at: Place, role: Role = 'contributor') {
  const input = {
    params: { id: at.questionnaire_id, sid: at.section_id },
    query: { submission_id: at.submission_id, cell: cellKey(at.place) }
  }
  return server.call(getSectionQuestions, input, await server.tokenOf(role))
}

async function save(at: Place, value: CellValue, base_version: number, role: Role) {
  const { questionnaire_id, section_id, submission_id } = at
  const body = {
    questionnaire_id,
    section_id,
    submission_id,
    client_change_id: `change ${base_version} of ${cellKey(at.place)}`
  }
  const change = { ...at.place, value, base_version, comment_text: 'so' }
  return server.call(
    saveSection,
    { body: { ...body, action: 'save', answers: [change] } },
    await server.tokenOf(role)
  )
}

test('the history of a cell: every value with author and time, newest first, without the rest of the section', async () => {
  const at = await place(2)
  expect((await details(at)).body).toMatchObject({ sub_sections: [], cell_details: { history: [] } })
  await save(at, 3, 0, 'contributor')
  server.clock.now = new Date(NOON.getTime() + 60_000)
  await save(at, 4, 1, 'lead')
  const { body } = await details(at, 'viewer')
  server.clock.now = NOON
  expect(body.section.section_id).toBe(at.section_id)
  expect(body.cell_details!.history).toEqual([
    {
      version: 2,
      value: 4,
      is_not_applicable: false,
      is_not_available: false,
      updated_at: '2026-11-20T12:01:00.000Z',
      updated_by: 'Amara Okafor'
    },
    {
      version: 1,
      value: 3,
      is_not_applicable: false,
      is_not_available: false,
      updated_at: NOON.toISOString(),
      updated_by: 'Rolf Lindqvist'
    }
  ])
})

test('the history is cut at fifty', async () => {
  const at = await place(2, 'Vacant WTE', 'Band 7')
  await save(at, 0, 0, 'contributor')
  // As fifty-two more saves would leave it.
  const { submission_id } = at
  const common = {
    programme_id: 1,
    submission_id,
    ...at.place,
    case_code_id: 0,
    is_not_applicable: false,
    is_not_available: false,
    updated_at: NOON
  }
  const past = Array.from({ length: 52 }, (_, index) => ({
    ...common,
    value: String(index),
    version: index + 1
  }))
  await server.database.insertInto('answer_versions').values(past).execute()
  await server.database
    .updateTable('answers')
    .set({ version: 53 })
    .where('programme_id', '=', 1)
    .where('submission_id', '=', submission_id)
    .where('question_id', '=', at.place.question_id)
    .where('column_id', '=', at.place.column_id)
    .execute()
  const { history } = (await details(at)).body.cell_details!
  expect(history.map(entry => entry.version)).toEqual(Array.from({ length: 50 }, (_, index) => 53 - index))
})

/** The numbers of other units in a period's cell, lowest first. */
async function othersIn(at: Place, period: string): Promise<number[]> {
  const own = await server.database
    .selectFrom('submissions')
    .select('lineage_id')
    .where('programme_id', '=', 1)
    .where('submission_id', '=', at.submission_id)
    .executeTakeFirstOrThrow()
  const rows = await server.database
    .selectFrom('answers as a')
    .innerJoin('submissions as s', 's.submission_id', 'a.submission_id')
    .select('a.number_value')
    .where('a.programme_id', '=', 1)
    .where('s.programme_id', '=', 1)
    .where('s.project_id', '=', await projectCoded(server, 'ward-staffing'))
    .where('s.time_period_id', '=', await periodNamed(server, period))
    .where('s.lineage_id', '!=', own.lineage_id)
    .where('a.question_id', '=', at.place.question_id)
    .where('a.row_id', '=', at.place.row_id)
    .where('a.column_id', '=', at.place.column_id)
    .execute()
  return sortedValues(rows.map(row => row.number_value))
}

test('the spread is what other units answered in the period before', async () => {
  const at = await place()
  const values = await othersIn(at, '2025')
  expect(values.length).toBeGreaterThan(5)
  const { n, Q1, Median, Q3, minimum, maximum } = averagesOf(values)
  const expected = {
    time_period_name: '2025',
    n,
    Q1,
    Median,
    Q3,
    minimum,
    maximum,
    values,
    is_suppressed: false
  }
  expect((await details(at)).body.cell_details!.spread).toEqual(expected)
})

/** The same unit's submission in another period. */
async function inPeriod(at: Place, period: string): Promise<number> {
  const { submission_id } = await server.database
    .selectFrom('submissions as then')
    .innerJoin('submissions as now', 'now.lineage_id', 'then.lineage_id')
    .select('then.submission_id')
    .where('then.programme_id', '=', 1)
    .where('now.programme_id', '=', 1)
    .where('now.submission_id', '=', at.submission_id)
    .where('then.time_period_id', '=', await periodNamed(server, period))
    .executeTakeFirstOrThrow()
  return submission_id
}

test('the strip of a cell counts whom a chart of that cell counts', async () => {
  const at = await place()
  const { chart, parameter } = chartBuilding(server)
  const { chart_id, chart_name } = await chart('Vacancies of band 6')
  await parameter({ chart_id, parameter_role: 'value', ...at.place, display_order: 1 })
  await publishAnew(server, 'ward-staffing', '2025')
  const { body } = await askFor(server, {
    chart: chart_name,
    period: '2025',
    role: 'viewer',
    submission: await inPeriod(at, '2025')
  })
  const ofChart = seriesOf(body).averages.find(set => set.basis === 'filtered')!
  const { n, Median, Q1, Q3 } = (await details(at)).body.cell_details!.spread!
  expect(n).toBeGreaterThan(5)
  expect({ n, Median, Q1, Q3 }).toEqual({
    n: ofChart.n,
    Median: ofChart.Median,
    Q1: ofChart.Q1,
    Q3: ofChart.Q3
  })
})

test('below the minimum, only the count is given', async () => {
  const at = await place()
  const { length } = await othersIn(at, '2025')
  const minimum = (minimum_count: number) =>
    server.database
      .updateTable('projects')
      .set({ minimum_count })
      .where('programme_id', '=', 1)
      .where('project_code', '=', 'ward-staffing')
      .execute()
  await minimum(length + 1)
  const nothing = { Q1: null, Median: null, Q3: null, minimum: null, maximum: null }
  const spread = (await details(at)).body.cell_details!.spread
  await minimum(5)
  expect(spread).toEqual({ time_period_name: '2025', n: length, values: [], is_suppressed: true, ...nothing })
})

test('no spread where there is none: the first period, results that are not published, a question that is no number', async () => {
  expect((await details(await place(1, 'Vacant WTE', 'Band 6', '2024'))).body.cell_details!.spread).toBeNull()
  const at = await place()
  const withdraw = async () =>
    server.database
      .updateTable('editions')
      .set({ time_period_id: await periodNamed(server, '2024') })
      .set(({ eb }) => ({ edition_number: eb('edition_number', '+', 100) }))
      .where('programme_id', '=', 1)
      .where('project_id', '=', await projectCoded(server, 'ward-staffing'))
      .where('time_period_id', '=', await periodNamed(server, '2025'))
      .execute()
  await withdraw()
  expect((await details(at)).body.cell_details!.spread).toBeNull()
  await publishAnew(server, 'ward-staffing', '2025')
  expect((await details(at)).body.cell_details!.spread).not.toBeNull()
  const text = await server.database
    .selectFrom('questions as q')
    .innerJoin('question_memberships as m', 'm.question_id', 'q.question_id')
    .select('q.question_text')
    .where('q.programme_id', '=', 1)
    .where('q.project_id', '=', await projectCoded(server, 'ward-staffing'))
    .where('q.question_type', 'in', ['text', 'long_text', 'single_choice', 'yes_no'])
    .orderBy('q.question_id')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect((await details(await place(1, text.question_text, null))).body.cell_details!.spread).toBeNull()
})

test('a cell that is not in the section, a text that is no cell, another organisation, another programme', async () => {
  const at = await place()
  const elsewhere = await details({ ...at, place: { ...at.place, row_id: 999_999 } })
  expect([elsewhere.status, elsewhere.body.detail]).toEqual([404, 'Cell in this section not found.'])
  const path = `questionnaires/${at.questionnaire_id}/sections/${at.section_id}/questions?submission_id=${at.submission_id}`
  const token = await server.tokenOf('viewer')
  for (const cell of ['1', '1:2', 'a:b:c', '1:2:3:4', '1:2:-3', `${'9'.repeat(16)}:0:0`]) {
    const { status, body } = await server.send('GET', `${path}&cell=${cell}`, { token })
    expect([cell, status, body.detail]).toEqual([cell, 422, 'cell: must be question_id:row_id:column_id'])
  }
  expect((await server.send('GET', `${path}&cell=999999999999999:0:0`, { token })).status).toBe(404)
  const foreign = await server.send('GET', `${path}&cell=${cellKey(at.place)}`, {
    token: await server.tokenOf('super', sites)
  })
  expect(foreign.status).toBe(404)
})
