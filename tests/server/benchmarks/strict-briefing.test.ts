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
import { useServer } from '#tests/support/server.ts'

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

async function repliesFor(role: 'lead' | 'admin'): Promise<ChartData[]> {
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

type Figure = number | null | undefined

const writtenAll = (figures: readonly Figure[], decimals = 0): string[] =>
  figures.flatMap(figure => (typeof figure === 'number' ? [written(figure, decimals)] : []))

/** The own value, and the set of all that it is compared with. */
function partsOf({ series: [first] }: ChartData) {
  if (!first) throw new Error('No series.')
  const own = first.values.find(value => value.is_selected && value.time_period_id === period)
  const all = first.averages.find(set => set.time_period_id === period && set.basis === 'filtered')
  return { own: { ...own }, all: { ...all }, multiplier: first.multiplier }
}

/** What section 24 serves of a chart, as it is written: the own figure and rank, and n, Mean, Median, Q1 and Q3 of the set of all. */
function servedFigures(data: ChartData): string[] {
  const { own, all } = partsOf(data)
  const { decimal_places } = data.chart
  const rank = typeof own.rank === 'number' ? [own.rank, own.rank_of] : []
  return [
    ...writtenAll([own.value], decimal_places),
    ...writtenAll([...rank, all.n]),
    ...writtenAll([all.Mean, all.Median, all.Q1, all.Q3], decimal_places)
  ]
}

/** What follows from them: the gap to the median, the own parts and interval, the mean with more decimals, and how many things it would be. */
function followingFigures(data: ChartData): string[] {
  const { own, all, multiplier } = partsOf(data)
  const { decimal_places: decimals } = data.chart
  const shown = (figure: Figure): number => Number((figure ?? Number.NaN).toFixed(decimals))
  const expected = Math.round(((all.Mean ?? Number.NaN) * (own.denominator ?? Number.NaN)) / multiplier)
  return [
    ...writtenAll([shown(own.value) - shown(all.Median)], decimals),
    ...writtenAll([own.numerator, own.denominator, expected]),
    ...[0, 1, 2].flatMap(more => writtenAll([...(own.interval_95 ?? []), all.Mean], decimals + more))
  ]
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
    ...replies.flatMap(data => [
      ...servedFigures(data),
      ...followingFigures(data),
      String(data.suppression.minimum_count)
    ])
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
      const served = servedFigures(data)
      expect([data.chart.chart_name, cells.map(cell => cell.replace('−', ''))]).toEqual([
        data.chart.chart_name,
        served
      ])
      servedCount += served.length
    }
    expect(servedCount).toBeGreaterThan(charts.length * 4)
  }
)

test('the comparison finds what only the pack of an admin shows', async () => {
  const [member, admin] = [await repliesFor('lead'), await repliesFor('admin')]
  expect(foreign(packOf(admin), member).length).toBeGreaterThan(0)
})
