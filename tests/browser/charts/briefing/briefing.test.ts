// A briefing pack over generated charts: its order, its words, and what its file may hold.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { talkText } from '#browser/charts/briefing/briefing-words.ts'
import { planBriefing } from '#browser/charts/briefing/briefing.ts'
import type { ExportedChart } from '#browser/charts/export/xlsx.ts'
import { ownMark } from '#browser/charts/own-figures.ts'
import { chartViewOf } from '#browser/charts/view/chart-view.ts'
import type { MetaData } from '#contract/charts.ts'
import { briefingFile } from '#tests/support/briefing-pack.ts'
import { chartAnswer, PERIOD, type AnswerRequest } from '#tests/support/chart-reply.ts'
import { setOf, viewOf } from '#tests/support/raw-figures.ts'

const metaData: MetaData = {
  definition_html: '<p>Falls on the ward. Each one counts.</p>',
  numerator_text: 'Falls with harm',
  denominator_text: 'Occupied bed days',
  source_text: 'Incident records',
  unit: '',
  direction: 'lower',
  statistic: 'rate',
  caveats_html: ''
}
const context = { recipient: 'Amara Okafor', link: 'https://wards.example/detail/1', metaData }

const chartView = (request: AnswerRequest) => chartViewOf(chartAnswer(request), PERIOD)

const numbered = (views: readonly ExportedChart['chartView'][]): ExportedChart[] =>
  views.map((view, at) => ({
    chartView: { ...view, data: { ...view.data, chart: { ...view.data.chart, chart_id: at + 1 } } },
    context
  }))

const packs = fc
  .array(fc.constantFrom('proportion', 'rate', 'mean').chain(setOf), { minLength: 1, maxLength: 12 })
  .map(sets => numbered(sets.map(viewOf)))

/** Words of method, sources and checks, which nobody reads aloud. */
const METHOD_TERMS =
  /Wilson|Byar|Breslow|Student’s|R type 7|linear|interpolat|percentile|dispersion|99\.8|exact test|numerator|denominator|https?:|check code|digest|suppress|pooled|control limit|\d{4}-\d\d-\d\dT|\bQ[13]\b/i

const textOf = (html: string): string =>
  html.replaceAll(/<style>.*?<\/style>/gs, '').replaceAll(/<[^>]*>/g, ' ')

describe('over generated charts', () => {
  test('measures stand worse first, and at most three are talked about, none within chance', () => {
    fc.assert(
      fc.property(packs, charts => {
        const { measures, lists, talk } = planBriefing(charts)
        const order = measures.map(({ mark }) =>
          ['worse', 'better', 'similar', 'position', 'none'].indexOf(mark)
        )
        expect(order).toEqual(order.toSorted((a, b) => a - b))
        expect(measures).toHaveLength(charts.length)
        expect(lists.flat()).toEqual(measures)
        const marks = charts.map(one => ownMark(one.chartView).mark)
        const count = (side: string): number => marks.filter(mark => mark === side).length
        const talked = talk.map(({ mark }) => mark)
        expect(talked.length).toBeLessThanOrEqual(3)
        expect(talked.every(mark => mark === 'worse' || mark === 'better')).toBe(true)
        if (count('better') > 0) expect(talked.at(-1)).toBe('better')
        if (count('worse') > 0) expect(talked[0]).toBe('worse')
        measures.forEach(({ page }, at) => expect(page).toBe(1 + lists.length + Math.floor(at / 2)))
      }),
      { numRuns: 60 }
    )
  })

  test('statistical terms appear only in the annex', () => {
    let annexes = 0
    fc.assert(
      fc.property(packs, charts => {
        const [read = '', annex = ''] = briefingFile(charts).split(
          '<section class="page" aria-label="Annex">'
        )
        expect(textOf(read.slice(read.indexOf('<body>')))).not.toMatch(METHOD_TERMS)
        expect(textOf(annex)).toMatch(/R type 7/)
        annexes += 1
      }),
      { numRuns: 40 }
    )
    expect(annexes).toBeGreaterThan(0)
  })

  test('the mean is shown so that it gives the count that is said', () => {
    let counts = 0
    fc.assert(
      fc.property(fc.constantFrom('proportion', 'rate').chain(setOf), set => {
        const view = viewOf(set)
        const { instead } = talkText({ chartView: view, context })
        const [, mean, expected] =
          /^at the mean of (?:all peers taken together|peers) \(([^)]*)\) it would have been (.+)\.$/.exec(
            instead
          ) ?? []
        if (mean === undefined || view.own?.denominator === null || view.own === null) return
        const number = (text: string): number => Number(text.replaceAll(',', '').replace('−', '-'))
        // Beyond nine decimals of a huge denominator no figure that people read gives the count.
        if (view.own.denominator / set.multiplier > 1e8) return
        expect(Math.round((number(mean) * view.own.denominator) / set.multiplier)).toBe(number(expected!))
        counts += 1
      }),
      { numRuns: 300 }
    )
    expect(counts).toBeGreaterThan(50)
  })
})

test('the file loads nothing, runs nothing, and styles every class that its pictures use', () => {
  const html = briefingFile(numbered([chartView({ values: [40, 10, 20, 30, 50, 60, 70] })]), {
    audience: 'the <script>alert(1)</script> board',
    logo: 'data:image/svg+xml,%3Csvg%3E'
  })
  expect(html).not.toMatch(/<script|<link|<iframe|@import|url\(/)
  for (const [, source] of html.matchAll(/ (?:src|srcset)="([^"]*)"/g)) expect(source).toMatch(/^data:/)
  const style = /<style>(.*?)<\/style>/s.exec(html)![1]!
  const used = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names]) =>
    names!.replaceAll('&amp;', '&').replaceAll('&gt;', '>').split(/\s+/)
  )
  expect(used.length).toBeGreaterThan(20)
  const unstyled = new Set(
    used.filter(name => !style.includes(`.${name.replaceAll(/[^\w-]/g, sign => `\\${sign}`)}`))
  )
  expect([...unstyled]).toEqual([])
})

test('it says for whom it is, of whom and how the figures stand', () => {
  const html = briefingFile(
    numbered([
      chartView({
        values: [40, 10, 20, 30, 50, 60, 70],
        provisional: {
          project_status: 'collection',
          collection_closes_at: '2026-12-14T00:00:00.000Z',
          published_at: null,
          value_count: 7,
          submission_count: 145
        }
      })
    ]),
    { audience: 'the board of Northfield General', recipient: 'Amara Okafor, Northfield General' }
  )
  const text = textOf(html)
  for (const words of [
    'the board of Northfield General',
    'Amara Okafor, Northfield General',
    'Provisional: collecting until 13 Dec',
    'Ward staffing 2026',
    'no filters',
    '20 Nov 2026'
  ])
    expect(text).toContain(words)
})
