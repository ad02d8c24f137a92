// Which cells count in charts: the same before publication and after.

import { expect, test } from 'vitest'
import { snapshotOf } from '#server/benchmarks/editions/snapshot.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { askFor, seriesOf } from '#tests/support/chart-requests.ts'
import { publishAnew, withdrawEditions } from '#tests/support/editions.ts'
import { readRelease, recomputeRelease, releasedCharts } from '#tests/support/release-files.ts'
import { cellOf, ownSubmission, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const PROJECT = 'ward-staffing'
const PERIOD = '2025'

/** The answers about the highest band, in both questions that the vacancy rate adds up over bands. */
const answersOfBand = async () =>
  server.database
    .selectFrom('answers as a')
    .innerJoin('questions as q', join => inProgramme(join, 'q', 'a', 'question_id'))
    .innerJoin('submissions as s', join => inProgramme(join, 's', 'a', 'submission_id'))
    .innerJoin('sub_section_columns as k', join => inProgramme(join, 'k', 'a', 'column_id'))
    .select(['a.submission_id', 'a.question_id', 'a.row_id', 'a.column_id'])
    .where('a.programme_id', '=', 1)
    .where('s.time_period_id', '=', await periodNamed(server, PERIOD))
    .where('s.project_id', '=', await projectCoded(server, PROJECT))
    .where('q.question_text', 'in', ['Vacant WTE', 'Budgeted WTE'])
    .where('k.column_name', '=', 'Band 6')
    .execute()

const mark = async (to: { is_not_applicable: boolean; is_hidden?: boolean }): Promise<void> => {
  const cells = await answersOfBand()
  expect(cells.length).toBeGreaterThan(10)
  await server.database
    .updateTable('answers')
    .set({ value: null, number_value: null, ...to })
    .where('programme_id', '=', 1)
    .where(
      'submission_id',
      'in',
      cells.map(one => one.submission_id)
    )
    .where(
      'question_id',
      'in',
      cells.map(one => one.question_id)
    )
    .where(
      'column_id',
      'in',
      cells.map(one => one.column_id)
    )
    .execute()
}

const asAdmin = async () =>
  (await askFor(server, { role: 'admin', submission: 0, body: { ignore_cache: true } })).body

const figures = async () =>
  new Map(seriesOf(await asAdmin()).values.map(one => [one.submission_id, [one.value, one.value_note]]))

test('of a question that two sections ask, a cell counts where its own section is complete', async () => {
  await withdrawEditions(server, PROJECT, PERIOD)
  const own = await ownSubmission(server, PROJECT, PERIOD)
  const { place, section_id, questionnaire_id } = await cellOf(server, own, 'Vacant WTE', 'Band 7')
  const other = await server.database
    .selectFrom('sub_sections as t')
    .innerJoin('sections as c', join => inProgramme(join, 'c', 't', 'section_id'))
    .select(['t.sub_section_id', 't.section_id'])
    .where(eb => eb.and({ 'c.programme_id': 1, 'c.questionnaire_id': questionnaire_id }))
    .where('c.section_id', '!=', section_id)
    .executeTakeFirstOrThrow()
  const known = await figures()
  expect(known.get(own)![0]).not.toBeNull()
  await server.database
    .updateTable('question_memberships')
    .set({ sub_section_id: other.sub_section_id })
    .where(eb => eb.and({ programme_id: 1, ...place }))
    .execute()
  await server.database
    .updateTable('section_submissions')
    .set({ status: 'in_progress' })
    .where(eb => eb.and({ programme_id: 1, submission_id: own, section_id: other.section_id }))
    .execute()
  const before = await figures()
  expect(before).toEqual(new Map(known).set(own, [null, null]))
  await publishAnew(server, PROJECT, PERIOD)
  expect(await figures()).toEqual(before)
})

test('an edition has no cells of texts that apply to nobody', async () => {
  const own = await ownSubmission(server, PROJECT, PERIOD)
  const { place } = await cellOf(server, own, 'Name of the roster system')
  await server.database
    .updateTable('answers')
    .set({ value: null, is_not_applicable: true })
    .where(eb => eb.and({ programme_id: 1, submission_id: own, ...place }))
    .execute()
  const scope = {
    programmeId: 1,
    projectId: await projectCoded(server, PROJECT),
    timePeriodId: await periodNamed(server, PERIOD)
  }
  const { cells } = await snapshotOf(server.database, scope, 5)
  expect(cells.length).toBeGreaterThan(10)
  expect(cells.filter(({ question_id }) => question_id === place.question_id)).toEqual([])
})

test('a cell that applies to nobody adds nothing in an edition, as before it', async () => {
  await withdrawEditions(server, PROJECT, PERIOD)
  await mark({ is_not_applicable: true })
  const before = await figures()
  expect([...before.values()].filter(([value]) => value !== null).length).toBeGreaterThan(10)
  await publishAnew(server, PROJECT, PERIOD)
  expect(await figures()).toEqual(before)
  const files = await readRelease(server, { project: PROJECT, period: PERIOD })
  const chart = releasedCharts(files).charts.find(({ name }) => name === 'Vacancy rate')!
  expect(chart.series.map(one => one.is_released)).toContain(true)
  expect(recomputeRelease(files).faults).toEqual([])
})

test('a hidden cell is blank, whatever was marked in it before', async () => {
  await withdrawEditions(server, PROJECT, PERIOD)
  await mark({ is_not_applicable: true, is_hidden: true })
  const before = await figures()
  expect(new Set([...before.values()].map(([value]) => value))).toEqual(new Set([null]))
  await publishAnew(server, PROJECT, PERIOD)
  expect(await figures()).toEqual(before)
})
