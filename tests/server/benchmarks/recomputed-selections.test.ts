// What a lead of each demo programme is told under filters, peer groups and marked submissions, over all periods, in the overview, the findings, the exports
// and the briefing pack: worked out once more from the stored answers as exact fractions.

import { sql } from 'kysely'
import readXlsx from 'read-excel-file/universal'
import { beforeAll, describe, expect, test } from 'vitest'
import { chartsXlsx } from '#browser/charts/export/xlsx.ts'
import { chartViewOf } from '#browser/charts/view/chart-view.ts'
import { collectFindings } from '#browser/features/explorer/dashboard/findings.ts'
import { overviewRow, type OverviewRowsById } from '#browser/features/explorer/overview/overview-row.ts'
import { getChartData, type ChartData } from '#contract/chart-data.ts'
import { listFilterOptions } from '#contract/filters.ts'
import { escapeMarkup } from '#lib/text/markup.ts'
import type { RunningProgramme } from '#server/http/programme.ts'
import { briefingFile } from '#tests/support/briefing-pack.ts'
import * as exact from '#tests/support/fraction.ts'
import type { Fraction } from '#tests/support/fraction.ts'
import { check, checkPage, shown, writtenNumber } from '#tests/support/raw-checks.ts'
import * as raw from '#tests/support/raw-demo.ts'
import type { RawDemo } from '#tests/support/raw-demo.ts'
import {
  expectedIn,
  projectOf,
  sideFor,
  takingPart,
  type Choice,
  type Question
} from '#tests/support/raw-expectations.ts'
import { partInTurn } from '#tests/support/rotation.ts'
import { useServer, wards } from '#tests/support/server.ts'

const programme = (programmeId: number, code: string): RunningProgramme => ({
  ...wards,
  programmeId,
  code,
  programmeName: code,
  origins: [`https://${code}.example`]
})
const libraries = programme(3, 'libraries')
const councils = programme(4, 'councils')
/** One of the others, as the commit chooses; both in `npm run test:long -- operations`. */
const alsoServed = partInTurn([libraries, councils], 2, 'recomputed programmes')
const server = useServer({ organisations: 24, programmes: alsoServed })
const context = { recipient: 'Anna', link: 'https://wards.example/', metaData: null }

async function ask(question: Question): Promise<ChartData> {
  const { demo, chart, own, period, filter, group, others = [], allPeriods } = question
  const token = await server.tokenOf('lead', programmes.get(demo))
  const { body, status } = await server.call(
    getChartData,
    {
      params: { a: chart.chart_id, b: own.submission_id },
      query: { peerGroupId: group === undefined ? 'null' : [group] },
      body: {
        project_id: chart.project_id,
        organisation_id: 0,
        time_period_id: period,
        filters: filter === undefined ? [] : [filter],
        other_submission_ids: others,
        ...(allPeriods && { time_period_ids: demo.periods.map(one => one.time_period_id) })
      }
    },
    token
  )
  expect([chart.chart_name, status]).toEqual([chart.chart_name, 200])
  return body
}

const programmes = new Map<RawDemo, RunningProgramme>()

/** In the demo every answered case is complete and every answer counts; where data is still collected, some no longer do. */
async function leaveSomeCasesOut(programmeId: number): Promise<void> {
  const collected = sql`programme_id = ${programmeId} and submission_id in (
    select s.submission_id from submissions s where s.programme_id = ${programmeId} and not exists (
      select from editions e where e.programme_id = s.programme_id and e.project_id = s.project_id and e.time_period_id = s.time_period_id))`
  await sql`update case_codes set status = case case_code_id % 16 when 0 then 'started' else 'withdrawn' end
    where ${collected} and status = 'completed' and case_code_id % 16 in (0, 1)`.execute(server.database)
  await sql`update answers set is_hidden = case_code_id % 16 = 2, is_not_applicable = case_code_id % 16 = 3,
      is_not_available = case_code_id % 16 = 4
    where ${collected} and case_code_id > 0 and case_code_id % 16 in (2, 3, 4)`.execute(server.database)
}

describe.each([wards, ...alsoServed])('$code', ({ code, programmeId }) => {
  let demo: RawDemo
  let questions: Question[]
  beforeAll(async () => {
    await leaveSomeCasesOut(programmeId)
    demo = await raw.readDemo(server, programmeId)
    programmes.set(demo, programme(programmeId, code))
    const { organisation_id } = await server.database
      .selectFrom('users')
      .select('organisation_id')
      .where('programme_id', '=', programmeId)
      .where('email_address', '=', `lead@${code}.example`)
      .executeTakeFirstOrThrow()
    const named = demo.charts.filter(
      chart =>
        chart.is_active &&
        chart.time_period_id === null &&
        demo.projects.some(one => one.project_id === chart.project_id && one.visibility === 'named')
    )
    questions = named.flatMap(chart => {
      const period = demo.periods.findLast(one => demo.isPublished(chart.project_id, one.time_period_id))
      const own = demo.submissions.find(
        one =>
          one.project_id === chart.project_id &&
          one.time_period_id === period?.time_period_id &&
          one.organisation_id === organisation_id
      )
      return period && own ? [{ demo, chart, own, period: period.time_period_id }] : []
    })
  })

  test('every figure under a filter, in a peer group, and beside marked ones', async () => {
    let suppressed = 0
    expect(questions.length).toBeGreaterThan(5)
    const countsCases = ({ chart }: Question): boolean =>
      demo.parameters.some(one => one.chart_id === chart.chart_id && one.aggregate !== null)
    expect(questions.filter(countsCases)).toHaveLength(1)
    for (const [at, question] of questions.entries()) {
      const query = {
        organisation_id: 0,
        project_id: question.chart.project_id,
        time_period_id: question.period
      }
      const token = await server.tokenOf('lead', programmes.get(demo))
      const { filters, peer_groups } = (await server.call(listFilterOptions, { query }, token)).body
      const { filter_id, filter_name, option_list } = filters[at % filters.length]!
      const { option_name } = option_list[at % option_list.length]!
      const filter = { filter_id, filter_name, option_list: [{ option_name }] }
      const group = peer_groups[at % Math.max(1, peer_groups.length)]?.peer_group_id
      const others = demo.submissions
        .filter(one => one.project_id === question.chart.project_id && one.time_period_id === question.period)
        .map(one => one.submission_id)
        .filter((id, index) => index % 7 === at % 7 && id !== question.own.submission_id)
      const choices: Choice[] = [{ filter, others }, ...(group ? [{ group }, { filter, group }] : [])]
      for (const choice of [{}, choices[at % choices.length]!]) {
        const asked = { ...question, ...choice }
        const data = await ask(asked)
        check(asked, data, question.period)
        checkPage(asked, data)
        suppressed += Number(data.series[0]!.averages.at(-1)!.is_suppressed)
      }
    }
    expect(suppressed).toBeLessThan(questions.length)
  })

  test('every figure of every period, and of what is still collected', async () => {
    for (const question of questions) {
      const asked = { ...question, allPeriods: true as const }
      const data = await ask(asked)
      const from = projectOf(question).others_visible_from
      for (const { time_period_id } of demo.periods) {
        const isPublished = demo.isPublished(question.chart.project_id, time_period_id)
        if (!isPublished && from !== 'collection') continue
        check(asked, data, time_period_id)
        const provisional = data.provisional_periods.find(one => one.time_period_id === time_period_id)
        const all = takingPart(question, time_period_id)
        expect(provisional && [provisional.value_count, provisional.submission_count]).toEqual(
          isPublished || all.length === 0
            ? undefined
            : [all.filter(one => one.figure.value !== null && !one.isUnfinished).length, all.length]
        )
      }
    }
  })

  test('the findings, the overview of the workbook and the briefing pack', async () => {
    const answers = await Promise.all(
      questions.map(async question => ({ question, data: await ask(question) }))
    )
    const charts = answers.map(({ question, data }) => ({
      chartView: chartViewOf(data, question.period),
      context
    }))
    const html = briefingFile(charts)
    const sheets = await readXlsx(new Blob([chartsXlsx(charts)]))
    const [head = [], ...overview] = sheets.find(sheet => sheet.sheet === 'Overview')!.data as unknown[][]
    const annex = html.slice(html.indexOf('<h3>Figures</h3>'))
    const findings: { id: number; side: string; distance: number }[] = []
    for (const [at, { question }] of answers.entries()) {
      const { chart, period } = question
      const { page, selected, heldBack } = expectedIn(question, period)
      const own = selected!.figure.value
      if (own === null || heldBack[1]) continue
      const lines = [1, 2, 3].map(quarter => raw.lineOf(page.sorted, quarter))
      const rank = raw.rankOf(own, [...page.sorted, own], chart)
      const cell = (name: string): unknown => overview[at]![head.indexOf(name)]
      expect(['Own value', 'Rank', 'Of', 'n', 'Median', 'Q1', 'Q3', 'Mean'].map(cell)).toEqual([
        writtenNumber(own),
        rank,
        page.sorted.length + 1,
        page.sorted.length,
        ...[1, 0, 2].map(line => expect.closeTo(exact.toNumber(lines[line]!), 9)),
        expect.closeTo(exact.toNumber(raw.meanOf(page.sorted)), 9)
      ])
      const text = (value: Fraction): string => exact.written(value, chart.decimal_places)
      const row = annex.slice(annex.indexOf(`<th scope="row">${escapeMarkup(chart.chart_name)} <span`))
      const cells = [...row.slice(0, row.indexOf('</tr>')).matchAll(/<td class="num">([^<]*)/g)]
      expect(cells.map(([, written]) => written)).toEqual([
        text(own),
        `${rank} of ${page.sorted.length + 1}`,
        String(page.sorted.length),
        text(raw.meanOf(page.sorted)),
        ...[1, 0, 2].map(line => text(lines[line]!))
      ])
      const side = sideFor(question)
      const gap = exact.toNumber(exact.subtract(shown(own, chart), shown(lines[1]!, chart)))
      const width = exact.toNumber(exact.subtract(lines[2]!, lines[0]!))
      if (side !== null)
        findings.push({ id: chart.chart_id, side, distance: width === 0 ? 0 : Math.abs(gap) / width })
    }
    const rows: OverviewRowsById = Object.fromEntries(
      answers.map(({ question, data }) => [
        question.chart.chart_id,
        { state: 'ready' as const, value: overviewRow(data, question.period) }
      ])
    )
    const looked = collectFindings(
      questions.map(({ chart }) => ({
        chart: { chart_id: chart.chart_id } as never,
        explorerType: '',
        group: { group_name: '', group_slug: '' }
      })),
      rows
    )
    for (const side of ['better', 'worse'] as const) {
      const wanted = findings.filter(one => one.side === side).toSorted((a, b) => b.distance - a.distance)
      expect(looked[side].map(({ item }) => item.chart.chart_id)).toEqual(wanted.map(one => one.id))
    }
    const { better, worse, similar, position } = looked.counts
    expect(better + worse).toBe(findings.length)
    expect(better + worse + similar + position).toBeGreaterThan(0)
  })
})
