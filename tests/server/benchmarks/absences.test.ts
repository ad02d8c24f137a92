// Why others are not shown: each reason where it is true in a named project, and in a strict one nothing that depends on figures.

import { describe, expect, test } from 'vitest'
import { chartCsv } from '#browser/charts/export/csv.ts'
import { chartViewOf } from '#browser/charts/view/chart-view.ts'
import { pictureTexts } from '#browser/charts/words/picture-texts.ts'
import { plainSentence } from '#browser/charts/words/sentence.ts'
import type { ChartData } from '#contract/chart-data.ts'
import { getCollectionHierarchy } from '#contract/charts.ts'
import { PROJECT as STRICT } from '#tests/support/attacker.ts'
import { askFor, seriesOf } from '#tests/support/chart-requests.ts'
import { seriesOfParts } from '#tests/support/compared-series.ts'
import { ownSubmission, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer, type Role } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })

const absencesIn = (data: ChartData): (string | null)[] => seriesOf(data).averages.map(set => set.absence)

/** The named project with other settings for one call. */
async function withProject<T>(settings: object, call: () => Promise<T>): Promise<T> {
  const update = (values: object) =>
    server.database
      .updateTable('projects')
      .set(values)
      .where('programme_id', '=', 1)
      .where('project_code', '=', 'ward-staffing')
      .execute()
  const { others_visible_from, minimum_count } = await server.database
    .selectFrom('projects')
    .select(['others_visible_from', 'minimum_count'])
    .where('programme_id', '=', 1)
    .where('project_code', '=', 'ward-staffing')
    .executeTakeFirstOrThrow()
  await update(settings)
  const result = await call()
  await update({ others_visible_from, minimum_count })
  return result
}

const CHARTS = ['Vacancy rate', 'Sickness absence', 'Turnover', 'Students per registered nurse']

describe('in a named project', () => {
  test('before publication every chart says that figures are not published, on the page and in files', async () => {
    const period = await periodNamed(server, '2026')
    for (const chart of CHARTS) {
      const { body } = await withProject({ others_visible_from: 'publication' }, () =>
        askFor(server, { chart, period: '2026' })
      )
      expect([chart, new Set(absencesIn(body))]).toEqual([chart, new Set(['not_published'])])
      const chartView = chartViewOf(body, period)
      expect(plainSentence(chartView)).toContain('Peers’ figures for 2026 are not published yet.')
      expect(pictureTexts(chartView, '').footer).toContain('peers whose figures are not published yet')
      expect(chartCsv(chartView)).toContain('peers whose figures are not published yet')
      expect(plainSentence(chartView) + chartCsv(chartView)).not.toMatch(/too few/i)
    }
  })

  test('before publication the list of charts tells of the own answers alone', async () => {
    const query = {
      project_id: await projectCoded(server, 'ward-staffing'),
      time_period_id: await periodNamed(server, '2026'),
      explorer_type: 'results',
      // Nothing has been entered for it yet.
      submission_id: await ownSubmission(server, 'ward-staffing', '2026', 2)
    }
    const chartsWithData = async (others_visible_from: string, role: Role) => {
      const token = await server.tokenOf(role)
      const { body } = await withProject({ others_visible_from }, () =>
        server.call(getCollectionHierarchy, { query }, token)
      )
      const charts = body.collections.flatMap(one => one.chart_groups.flatMap(group => group.charts))
      return charts.flatMap(chart => (chart.has_data ? [chart.chart_name] : []))
    }
    expect(await chartsWithData('collection', 'lead')).toEqual(expect.arrayContaining(CHARTS))
    expect(await chartsWithData('publication', 'lead')).toEqual([])
    expect(await chartsWithData('publication', 'admin')).toEqual(expect.arrayContaining(CHARTS))
  })

  test('gives “too few” as the reason only if fewer than the minimum have a value', async () => {
    const few = await withProject({ minimum_count: 500 }, () => askFor(server))
    expect(new Set(absencesIn(few.body))).toEqual(new Set(['too_few']))
    const enough = await askFor(server)
    expect(new Set(absencesIn(enough.body))).toEqual(new Set([null]))
  })

  test('a set that is near another one is held back for that, and an empty one has no values', () => {
    const parts = { numerator: 5, denominator: 50, standardDeviation: null }
    const members = Array.from({ length: 12 }, () => parts)
    const set = { statistic: 'rate', direction: 'lower', multiplier: 1, members } as const
    const absenceOf = (peers: number[], among: (typeof parts | null)[] = members) =>
      seriesOfParts({ ...set, members: among, peers }).averages.find(one => one.basis === 'peer_group')!
        .absence
    expect(absenceOf([1, 2, 3, 4, 5, 6])).toBeNull()
    expect(absenceOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).toBe('too_close')
    expect(absenceOf([1, 2, 3])).toBe('too_few')
    expect(
      absenceOf(
        [1, 2, 3],
        members.map((one, at) => (at > 0 && at < 4 ? null : one))
      )
    ).toBe('none')
  })
})

describe('in a strict project', () => {
  const ask = (more: { period?: string; submission?: number; body?: object } = {}) =>
    askFor(server, { project: STRICT, chart: 'Falls per 1,000 bed days', ...more })

  test('there are two reasons, and the one that depends on figures does not tell them apart', async () => {
    expect(new Set(absencesIn((await ask({ period: '2026', submission: 0 })).body))).toEqual(
      new Set(['not_published'])
    )
    expect(new Set(absencesIn((await ask()).body))).toEqual(new Set([null]))
    const single = (await allFilters()).flatMap(filter =>
      filter.option_list.map(option => ({ ...filter, option_list: [option] }))
    )
    const seen = new Set<string | null>()
    for (const one of single)
      for (const other of single.filter(({ filter_id }) => filter_id > one.filter_id)) {
        const { body } = await ask({ body: { filters: [one, other] } })
        for (const absence of absencesIn(body)) seen.add(absence)
      }
    expect(seen).toEqual(new Set([null, 'not_shown']))
  })
})

async function allFilters() {
  const rows = await server.database
    .selectFrom('filters as f')
    .innerJoin('filter_options as o', join =>
      join.onRef('o.programme_id', '=', 'f.programme_id').onRef('o.filter_id', '=', 'f.filter_id')
    )
    .select(['f.filter_id', 'f.filter_name', 'o.option_name'])
    .where('f.programme_id', '=', 1)
    .where('o.programme_id', '=', 1)
    .execute()
  return [...Map.groupBy(rows, row => row.filter_id).values()].map(group => ({
    filter_id: group[0]!.filter_id,
    filter_name: group[0]!.filter_name,
    option_list: group.map(({ option_name }) => ({ option_name }))
  }))
}
