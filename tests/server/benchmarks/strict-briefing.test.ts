// In a strict project a briefing pack holds what section 24 serves its maker and nothing else: each figure in it is one of the replies that a member
// gets or follows from them, and each figure that section 24 names is in it.

import { beforeAll, expect, test } from 'vitest'
import { chartViewOf } from '#browser/charts/view/chart-view.ts'
import type { ChartData } from '#contract/chart-data.ts'
import { getCollectionHierarchy } from '#contract/charts.ts'
import { PROJECT } from '#tests/support/attacker.ts'
import { briefingFile } from '#tests/support/briefing-pack.ts'
import { askFor } from '#tests/support/chart-requests.ts'
import { ownSubmission, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer, type Role } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })
const PERIOD = '2025'
const context = { recipient: 'Anna', link: 'https://wards.example/', metaData: null }

let charts: string[]
let period: number

beforeAll(async () => {
  period = await periodNamed(server, PERIOD)
  const query = {
    project_id: await projectCoded(server, PROJECT),
    time_period_id: period,
    explorer_type: 'results'
  }
  const { body } = await server.call(getCollectionHierarchy, { query }, await server.tokenOf('lead'))
  charts = body.collections.flatMap(({ chart_groups }) =>
    chart_groups.flatMap(group => group.charts.map(({ chart_name }) => chart_name))
  )
})

const setVisibility = (kind: 'aggregate' | 'anonymous') =>
  server.database
    .updateTable('projects')
    .set({ visibility: kind })
    .where('programme_id', '=', 1)
    .where('project_code', '=', PROJECT)
    .execute()

async function repliesFor(role: Role): Promise<ChartData[]> {
  const submission = await ownSubmission(server, PROJECT, PERIOD)
  const replies: ChartData[] = []
  for (const chart of charts) {
    const { body, status } = await askFor(server, {
      project: PROJECT,
      period: PERIOD,
      chart,
      role,
      submission
    })
    expect([chart, status]).toEqual([chart, 200])
    replies.push(body)
  }
  return replies
}

const packOf = (replies: readonly ChartData[]): string =>
  briefingFile(replies.map(data => ({ chartView: chartViewOf(data, period), context })))

const written = (value: number, decimals = 0): string =>
  Math.abs(value).toLocaleString('en-GB', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals
  })

/** What section 24 serves of a chart, as it is written: the own figures, and n, Mean, Median, Q1, Q3 and the own rank of the set of all. */
function servedFigures({ chart: { decimal_places: decimals }, series }: ChartData) {
  const [{ values, averages, multiplier }] = series as [ChartData['series'][number]]
  const own = values.find(value => value.is_selected && value.time_period_id === period)
  const all = averages.find(set => set.time_period_id === period && set.basis === 'filtered')
  const figure = (value: number | null | undefined): string[] =>
    typeof value === 'number' ? [written(value, decimals)] : []
  const count = (value: number | null | undefined): string[] =>
    typeof value === 'number' ? [written(value)] : []
  const served = [
    ...figure(own?.value),
    ...(own?.rank ? [...count(own.rank), ...count(own.rank_of)] : []),
    ...count(all?.n),
    ...[all?.Mean, all?.Median, all?.Q1, all?.Q3].flatMap(figure)
  ]
  /** What follows from them: the gap to the median, the own parts and interval, and how many things the mean would be. */
  const [value = null, denominator = null] = [own?.value, own?.denominator]
  const following = [
    ...(value !== null && typeof all?.Median === 'number'
      ? figure(Number(value.toFixed(decimals)) - Number(all.Median.toFixed(decimals)))
      : []),
    ...count(own?.numerator),
    ...count(denominator),
    ...[0, 1, 2].flatMap(more => (own?.interval_95 ?? []).map(end => written(end, decimals + more))),
    ...(denominator !== null && typeof all?.Mean === 'number'
      ? count(Math.round((all.Mean * denominator) / multiplier))
      : []),
    ...[1, 2].flatMap(more => (typeof all?.Mean === 'number' ? [written(all.Mean, decimals + more)] : []))
  ]
  return { served, following }
}

/** The figures that a person or a program reads in a pack: texts and names of pictures, without the names, dates and methods that hold digits. */
function readFigures(html: string, replies: readonly ChartData[]): string[] {
  const names = replies.flatMap(({ chart, series, time_periods }) => [
    chart.chart_name,
    chart.unit,
    chart.denominator_text,
    ...time_periods.map(one => one.time_period_name),
    ...series.flatMap(({ values }) => values.flatMap(one => [one.submission_name, one.organisation_name]))
  ])
  const labels = [...html.matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => label ?? '')
  // The numbers at an axis are those of a scale.
  const body = html
    .slice(html.indexOf('<body'), html.indexOf('<h3>Links</h3>'))
    .replaceAll(/<div[^>]*\bright-0\b[^>]*><div[^>]*>.*?<\/div>.*?<\/div>/g, ' ')
  const text = [body.replaceAll(/<style[\s\S]*?<\/style>/g, ' ').replaceAll(/<[^>]*>/g, ' '), ...labels].join(
    ' '
  )
  const known = [...new Set(names.filter(name => name !== null && /\d/.test(name)))].toSorted(
    (one, other) => other!.length - one!.length
  )
  return [
    ...known
      .reduce<string>((left, name) => left.replaceAll(name!, ' '), text)
      .replaceAll(/\d{1,2} [A-Z][a-z]{2,8}(?: \d{4})?|\d{1,2}:\d{2}|\b(?:19|20)\d{2}\b/g, ' ')
      .replaceAll(/\b95 ?%|99\.8 ?%|type 7|Page \d+|page \d+/g, ' ')
      .matchAll(/\d+(?:,\d{3})*(?:\.\d+)?/g)
  ].map(([figure]) => figure)
}

const foreign = (pack: string, replies: readonly ChartData[]): string[] => {
  const counts = Array.from({ length: charts.length + 1 }, (_, count) => String(count))
  const known = new Set([
    ...counts,
    ...replies.flatMap(data => {
      const { served, following } = servedFigures(data)
      return [...served, ...following, String(data.suppression.minimum_count)]
    })
  ])
  return readFigures(pack, replies).filter(figure => !known.has(figure))
}

test.each(['anonymous', 'aggregate'] as const)(
  'in an %s project, every figure of the pack is served, and every served figure is in it',
  async kind => {
    await setVisibility(kind)
    const replies = await repliesFor('lead')
    await setVisibility('anonymous')
    expect(replies.every(({ suppression }) => suppression.is_restricted)).toBe(true)
    const pack = packOf(replies)
    expect(foreign(pack, replies)).toEqual([])
    const annex = pack.slice(pack.indexOf('<h3>Figures</h3>'), pack.indexOf('<h3>Definitions</h3>'))
    let servedCount = 0
    for (const data of replies) {
      const row = annex.slice(annex.indexOf(`<th scope="row">${data.chart.chart_name} <span`))
      const cells = [...row.slice(0, row.indexOf('</tr>')).matchAll(/<td class="num">([^<]*)/g)].flatMap(
        ([, cell]) => (cell ?? '').split(' of ').filter(text => text !== '')
      )
      const { served } = servedFigures(data)
      expect([data.chart.chart_name, cells.map(cell => cell.replace('−', ''))]).toEqual([
        data.chart.chart_name,
        served
      ])
      servedCount += served.length
    }
    expect(servedCount).toBeGreaterThan(charts.length * 4)
  }
)

test('the pack of an admin, who sees more, is told apart', async () => {
  const [member, admin] = [await repliesFor('lead'), await repliesFor('admin')]
  expect(foreign(packOf(admin), member).length).toBeGreaterThan(0)
})
