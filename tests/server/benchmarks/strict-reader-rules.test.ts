// Rules about what a member is told of others, each of which no other test would miss: what narrows a selection, what a chart was when it was
// published, who is divided together, and whom the panel of a cell speaks to.

import { describe, expect, test } from 'vitest'
import { checkCaseCode } from '#contract/case-codes.ts'
import { createChart } from '#contract/chart-builder.ts'
import { listFilterOptions } from '#contract/filters.ts'
import { getSectionQuestions } from '#contract/questionnaires.ts'
import { PROJECT as STRICT } from '#tests/support/attacker.ts'
import { makeCase } from '#tests/support/cases.ts'
import { askFor, seriesOf } from '#tests/support/chart-requests.ts'
import { publishAnew } from '#tests/support/editions.ts'
import { peerGrouping } from '#tests/support/peer-grouping.ts'
import { cellOf, chartNamed, ownSubmission, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })
const { selection, create, add, otherOrganisations, offered } = peerGrouping(server)
const PERIOD = '2025'
const RATE = 'Falls per 1,000 bed days'

const strict = async (more: { body?: object; groups?: number[] } = {}) =>
  (await askFor(server, { project: STRICT, chart: RATE, period: PERIOD, role: 'lead', ...more })).body

/** Adds a figure to a chart behind the builder's back. */
const addFigure = (chart_id: number, place: object, parameter_role: string, display_order: number) =>
  server.database
    .insertInto('chart_parameters')
    .values({
      programme_id: 1,
      chart_id,
      parameter_name: 'Added',
      parameter_role,
      ...place,
      factor: 1,
      multiplier: 1,
      display_order
    } as never)
    .execute()

const placeOf = async (question: string) =>
  (await cellOf(server, await ownSubmission(server, STRICT, PERIOD), question)).place

describe('in an anonymous project', () => {
  test('a filter or a group leaves neither a rank nor runs, and names no member', async () => {
    const query = { ...(await selection(STRICT)), organisation_id: 0 }
    const { filters, peer_groups } = (
      await server.call(listFilterOptions, { query }, await server.tokenOf('lead'))
    ).body
    const told = async (more: Parameters<typeof strict>[0]) => {
      const body = await strict(more)
      const series = seriesOf(body)
      const own = series.values.find(value => value.is_selected)!
      return {
        isRanked: own.rank !== null,
        runs: series.runs.length > 0,
        others: series.values.filter(value => !value.is_own).length,
        named: body.peer_groups.flatMap(group => group.submission_ids).length
      }
    }
    const nothing = { isRanked: false, runs: false, others: 0, named: 0 }
    const [{ filter_id, filter_name, option_list } = filters[0]!] = filters
    const all = [{ filter_id, filter_name, option_list }]
    expect(await told({})).toEqual({ ...nothing, isRanked: true, runs: true })
    // Even a filter that everyone passes.
    expect(await told({ body: { filters: all } })).toEqual(nothing)
    expect(peer_groups.length).toBeGreaterThan(0)
    for (const { peer_group_id } of peer_groups)
      expect(await told({ groups: [peer_group_id] })).toEqual(nothing)
  })

  test('a chart that was changed after its edition tells nothing of others before the next one', async () => {
    const disclosed = async () => {
      const [first] = (await strict()).series
      return first!.averages.some(set => set.n !== null)
    }
    expect(await disclosed()).toBe(true)
    const chart = await chartNamed(server, RATE)
    await addFigure(chart, await placeOf('Complaints'), 'numerator', 90)
    await addFigure(chart, await placeOf('Falls'), 'denominator', 90)
    expect(await disclosed()).toBe(false)
    await publishAnew(server, STRICT, PERIOD)
    expect(await disclosed()).toBe(true)
  })

  test('charts are divided together with those that count what they divide by', async () => {
    const { question_id, row_id, column_id } = await placeOf('Occupied bed days')
    const beds = `1*${question_id}/${row_id}/${column_id}`
    const { project_id, collection_id } = await server.database
      .selectFrom('charts')
      .select(['project_id', 'collection_id'])
      .where('programme_id', '=', 1)
      .where('chart_name', '=', RATE)
      .executeTakeFirstOrThrow()
    const body = { project_id, collection_id, chart_name: 'Bed days', unit: 'days' }
    const { chart_id } = (await server.call(createChart, { body }, await server.tokenOf('admin'))).body
    await addFigure(chart_id, { question_id, row_id, column_id }, 'value', 1)
    await publishAnew(server, STRICT, PERIOD)
    const divisions = await server.database
      .selectFrom('edition_divisions as d')
      .innerJoin('editions as e', 'e.edition_id', 'd.edition_id')
      .select('d.formulas')
      .where('d.programme_id', '=', 1)
      .where('e.programme_id', '=', 1)
      .where('e.project_id', '=', await projectCoded(server, STRICT))
      .where('e.time_period_id', '=', await periodNamed(server, PERIOD))
      .execute()
    // Every ratio over bed days, and whatever counts what one of these counts.
    const withBeds = divisions.find(({ formulas }) => formulas.includes(beds))!
    const ratios = divisions.flatMap(({ formulas }) => formulas).filter(text => text.endsWith(`/(${beds})`))
    expect(ratios.length).toBeGreaterThan(1)
    expect(withBeds.formulas).toEqual(expect.arrayContaining(ratios))
    for (const counted of ratios.map(text => text.split(')/(')[0]!.slice(1)))
      expect(
        divisions.filter(({ formulas }) => formulas.some(text => `${text}+)`.includes(counted)))
      ).toEqual([withBeds])
  })
})

test('two groups that differ only by the own organisation count as equal', async () => {
  const organisations = await otherOrganisations()
  const eight = organisations.slice(0, 8).flat()
  const without = (await create('lead', { peer_group_name: 'Eight' })).body.peer_group_id
  await add('lead', without, eight)
  const withOwn = (await create('lead', { peer_group_name: 'Eight and us' })).body.peer_group_id
  await add('lead', withOwn, [...eight, await ownSubmission(server, 'ward-staffing', PERIOD)])
  const reasons = new Map((await offered('lead')).map(one => [one.peer_group_id, one.unselectable_reason]))
  expect([reasons.get(without), reasons.get(withOwn)]).toEqual([null, null])
})

describe('the panel of a cell', () => {
  /** As if others' figures of the cell had been published in the period before. */
  async function publish(place: { question_id: number; row_id: number; column_id: number }) {
    const { edition_id } = await server.database
      .selectFrom('editions')
      .select('edition_id')
      .where('programme_id', '=', 1)
      .where('project_id', '=', await projectCoded(server, 'ward-staffing'))
      .where('time_period_id', '=', await periodNamed(server, PERIOD))
      .orderBy('edition_number', 'desc')
      .executeTakeFirstOrThrow()
    const submission_ids = (await otherOrganisations()).flat()
    const numbers = submission_ids.map((_, at) => at)
    await server.database
      .insertInto('edition_cells')
      .values({
        programme_id: 1,
        edition_id,
        ...place,
        submission_ids: JSON.stringify(submission_ids),
        numbers: JSON.stringify(numbers),
        skipped_ids: '[]',
        unavailable_ids: '[]'
      })
      .execute()
  }

  test('gives a respondent no figures of others, whoever is logged in', async () => {
    const { place, code } = await makeCase(server)
    const { section_ids } = (await server.call(checkCaseCode, { query: { ...place, case_code: code } })).body
    const numeric = await server.database
      .selectFrom('question_memberships as m')
      .innerJoin('sub_sections as t', 't.sub_section_id', 'm.sub_section_id')
      .innerJoin('questions as q', 'q.question_id', 'm.question_id')
      .select(['m.question_id', 'm.row_id', 'm.column_id', 't.section_id'])
      .where('m.programme_id', '=', 1)
      .where('t.programme_id', '=', 1)
      .where('q.programme_id', '=', 1)
      .where('t.section_id', 'in', section_ids)
      .where('q.question_type', 'in', ['integer', 'decimal', 'time', 'scale', 'percentage'])
      .executeTakeFirstOrThrow()
    const { section_id, ...cell } = numeric
    await publish(cell)
    const asked = async (more: object) => {
      const query = {
        submission_id: place.submission_id,
        cell: `${cell.question_id}:${cell.row_id}:${cell.column_id}`,
        ...more
      }
      const params = { id: place.questionnaire_id, sid: section_id }
      const token = await server.tokenOf('lead')
      const { body } = await server.call(getSectionQuestions, { params, query }, token)
      return body.cell_details!.spread
    }
    expect(await asked({})).not.toBeNull()
    expect(await asked({ case_code: code })).toBeNull()
  })

  test('says nothing of others in a repeated row, which means something else to each', async () => {
    const { section_id, questionnaire_id, ...at } = await server.database
      .selectFrom('question_memberships as m')
      .innerJoin('sub_sections as t', 't.sub_section_id', 'm.sub_section_id')
      .innerJoin('sections as c', 'c.section_id', 't.section_id')
      .innerJoin('questionnaires as n', 'n.questionnaire_id', 'c.questionnaire_id')
      .innerJoin('questions as q', 'q.question_id', 'm.question_id')
      .select(['m.question_id', 'm.column_id', 't.section_id', 'c.questionnaire_id'])
      .where('m.programme_id', '=', 1)
      .where('t.programme_id', '=', 1)
      .where('c.programme_id', '=', 1)
      .where('n.programme_id', '=', 1)
      .where('q.programme_id', '=', 1)
      .where('n.project_id', '=', await projectCoded(server, 'ward-staffing'))
      .where('t.is_repeating', '=', true)
      .where('q.question_type', 'in', ['integer', 'decimal', 'time', 'scale', 'percentage'])
      .executeTakeFirstOrThrow()
    await publish({ ...at, row_id: 1 })
    const query = {
      submission_id: await ownSubmission(server, 'ward-staffing', '2026'),
      cell: `${at.question_id}:1:${at.column_id}`
    }
    const params = { id: questionnaire_id, sid: section_id }
    const { body } = await server.call(getSectionQuestions, { params, query }, await server.tokenOf('lead'))
    expect(body.cell_details!.spread).toBeNull()
  })
})
