// Intervals, verdicts, the funnel plot and the control chart: their drawings and texts.

import { describe, expect, test } from 'vitest'
import { drawFigure } from '#browser/charts/drawings.ts'
import { kindNotes, drawnKinds, tabText } from '#browser/charts/drawn-kinds.ts'
import { chartCsv } from '#browser/charts/export/csv.ts'
import { kindTable } from '#browser/charts/kind-tables.ts'
import { ownFigures } from '#browser/charts/own-figures.ts'
import { chartViewOf, type ChartView } from '#browser/charts/view/chart-view.ts'
import type { DrawContext, ChartFigure } from '#browser/charts/view/figure.ts'
import { verdictCounts } from '#browser/charts/words/claims.ts'
import { editionText } from '#browser/charts/words/edition-text.ts'
import { pictureTexts } from '#browser/charts/words/picture-texts.ts'
import { plainSentence } from '#browser/charts/words/sentence.ts'
import type { OutputName } from '#contract/output-names.ts'
import { formatMoment } from '#lib/format.ts'
import { PERIOD } from '#tests/support/chart-reply.ts'
import { breakable, drawContext, stopTexts } from '#tests/support/draw-context.ts'
import { partsAnswer, type PartsRequest } from '#tests/support/parts-reply.ts'

const falls: PartsRequest = {
  statistic: 'rate',
  multiplier: 1000,
  parts: [[68, 9486], [96, 7200], [20, 11_000], [60, 9000], [55, 8000], [70, 10_000], [48, 7000], null],
  names: ['Ward 4B', 'Ward 7', 'Ward 12', 'A', 'B', 'C', 'D', 'E'],
  chart: { chart_name: 'All falls', unit: 'falls', direction: 'lower' }
}
const viewOf = (request: PartsRequest): ChartView => chartViewOf(partsAnswer(request), PERIOD)

function draw(view: ChartView, changes: Partial<DrawContext> = {}): ChartFigure {
  return drawFigure(view, { ...drawContext, ...changes })
}
const named = (output: OutputName, request = falls): ChartView => viewOf({ ...request, output })
const texts = (figure: ChartFigure): string[] =>
  figure.layout.annotations?.map(one => breakable(String(one.text))) ?? []
const trace = (figure: ChartFigure, at: number) =>
  figure.data.at(at) as unknown as {
    x: number[]
    y: number[]
    error_y?: { array: number[]; arrayminus: number[] }
    marker: { symbol: string[] }
  }

describe('texts', () => {
  test('the sentence, the own figures and the keyboard stops state interval and verdict', () => {
    const view = named('bar_ranked')
    expect(breakable(plainSentence(view))).toContain(
      'Its 95% interval, 5.6 to 9.1, includes the mean of all peers taken together (6.7 falls): similar.'
    )
    expect(ownFigures(view).map(({ key, text }) => [key, text])).toEqual(
      expect.arrayContaining([
        ['interval', '5.6 to 9.1'],
        ['verdict', 'similar']
      ])
    )
    expect(stopTexts(draw(view))[0]).toContain('Ward 7: 13.3 falls')
    expect(stopTexts(draw(view))[0]).toContain('plainly worse')
  })

  test('the file has the method, the counts and each interval', () => {
    const csv = chartCsv(named('bar_ranked'))
    expect(csv).toContain('Byar’s interval for rates')
    expect(csv).toContain('1 plainly better, 4 similar, 1 plainly worse')
    expect(csv).toMatch(/95% from,95% to,99.8% from,99.8% to,Verdict/)
    expect(csv).toMatch(/Ward 7.*plainly worse/)
  })

  test('a picture has period, edition, own submission, n, filters, method, time and recipient', () => {
    const view = named('bar_ranked')
    const { title, subtitle, footer } = pictureTexts(view, 'Amara Okafor, Northfield General')
    expect(title).toBe(`${view.measure.chart_name}, ${view.period.time_period_name}`)
    expect(subtitle).toBe(plainSentence(view))
    for (const said of [
      editionText(view),
      `Compared with ${view.comparison.n} peers.`,
      'Byar’s interval for rates (Breslow and Day 1987).',
      'Against their mean: 1 plainly better, 4 similar, 1 plainly worse.',
      'Quartiles are linear (R type 7).',
      view.data.suppression.rule_text,
      `Calculated ${formatMoment(view.data.calculated_at)}.`,
      'Made for Amara Okafor, Northfield General.'
    ])
      expect(footer).toContain(said)
  })

  test('a picture says if not all values are listed, unless it counts every value', () => {
    const listed = { count: 2_000, total: 2_500 }
    const cut = (output: 'bar_ranked' | 'distribution') =>
      pictureTexts({ ...named(output), listed }, 'Amara Okafor').footer
    expect(cut('bar_ranked')).toContain('2,000 of 2,500 shown.')
    expect(cut('distribution')).not.toContain('shown.')
  })

  test('counts begin with the better end, and add up', () => {
    const { comparison } = named('bar_ranked')
    const counts = verdictCounts(comparison.averages!.pooled!, 'lower')
    expect(counts.map(one => `${one.certainty} ${one.verdict} ${one.count}`)).toEqual([
      'plainly better 1',
      'null similar 4',
      'plainly worse 1'
    ])
  })

  test('a chart without a statistic has no texts on intervals', () => {
    const view = viewOf({ ...falls, statistic: 'none', output: 'bar_ranked' })
    expect(plainSentence(view)).not.toContain('interval')
    expect(chartCsv(view)).not.toContain('Verdict')
    expect(ownFigures(view).some(({ key }) => key === 'verdict')).toBe(false)
  })
})

describe('ranked bars', () => {
  test('carry whiskers on demand, from the lower to the upper end', () => {
    const view = named('bar_ranked')
    expect(draw(view).data.every(one => !('error_y' in one))).toBe(true)
    const drawn = draw(view, { intervals: true })
    const own = trace(drawn, -1)
    expect(own.y[0]! + own.error_y!.array[0]!).toBeCloseTo(view.own!.interval95![1], 9)
    expect(own.y[0]! - own.error_y!.arrayminus[0]!).toBeCloseTo(view.own!.interval95![0], 9)
    expect(trace(drawn, -2).x).toHaveLength(6)
  })

  test('have the marks of verdicts below them; thin ones have one mark for each run', () => {
    const paths = (figure: ChartFigure) => figure.layout.shapes!.filter(shape => shape.type === 'path')
    expect(paths(draw(named('bar_ranked')))).toHaveLength(3)
    const crowd = Array.from(
      { length: 300 },
      (_, at) => [at < 100 ? 20 : at < 200 ? 67 : 140, 10_000] as const
    )
    const marks = paths(draw(named('bar_ranked', { ...falls, parts: crowd })))
    expect(marks.map(shape => String(shape.path).split('Z').length - 1)).toEqual([1, 1, 1])
  })
})

describe('the funnel plot', () => {
  test('has every value at its denominator, the limits around the mean, and shapes for verdicts', () => {
    const view = named('funnel')
    const figure = draw(view)
    const points = trace(figure, -1)
    // The own one is drawn last, over the others.
    expect(points.x).toEqual([7000, 7200, 8000, 9000, 10_000, 11_000, 9486])
    expect(points.marker.symbol[1]).toBe('triangle-up')
    expect(points.marker.symbol[5]).toBe('diamond')
    expect(figure.stops.map(({ point }) => points.x[point])).toEqual([
      7000, 7200, 8000, 9000, 9486, 10_000, 11_000
    ])
    const { pooled } = view.comparison.averages!
    expect(trace(figure, 4).y).toEqual([pooled!.mean, pooled!.mean])
    for (const at of [0, 1, 2, 3]) expect(trace(figure, at).y).toHaveLength(61)
    expect(trace(figure, 0).y[30]).toBeLessThan(trace(figure, 2).y[30]!)
    expect(texts(figure)).toEqual(
      expect.arrayContaining(['Ward 4B, 7.2 falls, similar', 'Ward 7, 13.3', 'Mean 6.7 n 6'])
    )
    expect(stopTexts(figure)[figure.firstStop]).toContain('Ward 4B, own: 7.2 falls')
  })

  test('no name covers the leader line of the own point', () => {
    const parts = falls.parts.map((part, at) => (at === 1 ? ([140, 9400] as const) : part))
    const { annotations } = draw(named('funnel', { ...falls, parts })).layout
    expect(annotations!.find(({ text }) => breakable(String(text)).startsWith('Ward 7,'))).toMatchObject({
      x: 9400,
      xanchor: 'right'
    })
  })

  test('names the unit of its horizontal axis in the words of the definition', () => {
    const funnelOf = (denominator_text: string) =>
      named('funnel', { ...falls, chart: { ...falls.chart, denominator_text } })
    const bedDays = funnelOf('1,000 occupied bed days')
    expect(texts(draw(bedDays)).at(-1)).toMatch(/^Horizontal axis: occupied bed days, the denominator\./)
    expect(stopTexts(draw(bedDays))[0]).toMatch(/of 7,000 occupied bed days$/)
    expect(tabText(bedDays)).toContain('with 9,486 occupied bed days chance alone')
    // Another number than the multiplier is part of the name.
    expect(texts(draw(funnelOf('12 months of care'))).at(-1)).toMatch(/^Horizontal axis: 12 months of care,/)
    expect(texts(draw(funnelOf('Beds'))).at(-1)).toMatch(/^Horizontal axis: beds,/)
    const unnamed = named('funnel')
    expect(texts(draw(unnamed)).at(-1)).toMatch(/^Horizontal axis: the denominator of each value\./)
    expect(tabText(unnamed)).toContain('with a denominator of 9,486 chance alone')
  })

  test('says how many lie outside, and that the spread is more than chance', () => {
    const [counted] = kindNotes(named('funnel')).map(breakable)
    expect(breakable(tabText(named('funnel')))).toContain('Ward 4B lies inside the 95% limits, similar')
    expect(counted).toContain(
      '2 of 6 peers lie outside the 95% limits; chance alone would put at most about 1 there.'
    )
    expect(counted).toMatch(/Chance explains about 6% of their variation \(over-dispersion\): read a point/)
    expect(chartCsv(named('funnel'))).toContain('over-dispersion')
  })

  test('is not drawn if sums of others are not disclosed, or too few have a value', () => {
    const absence = (view: ChartView) => {
      const kind = drawnKinds.funnel
      return kind.is === 'figure' ? kind.absence!(view) : null
    }
    expect(absence(named('funnel'))).toBeNull()
    const answer = partsAnswer({ ...falls, output: 'funnel' })
    for (const set of answer.series[0]!.averages) set.pooled = null
    answer.suppression.is_restricted = true
    expect(absence(chartViewOf(answer, PERIOD))).toContain('No funnel plot for this project')
    expect(absence(named('funnel', { ...falls, parts: falls.parts.slice(0, 3) }))).toContain('Too few')
  })

  test('draws ties, one point and nothing without failing', () => {
    const drawn = (parts: PartsRequest['parts']) => draw(named('funnel', { ...falls, parts }))
    expect(trace(drawn(Array.from({ length: 8 }, () => [5, 100] as const)), -1).x).toHaveLength(8)
    expect(trace(drawn([[5, 100]]), -1).x).toHaveLength(1)
    expect(trace(drawn([null]), -1).x).toHaveLength(0)
  })
})

describe('the control chart', () => {
  const years: PartsRequest = {
    ...falls,
    output: 'control',
    earlier: [
      [66, 9400],
      [70, 9500],
      [64, 9300],
      [150, 9300],
      [68, 9400],
      [71, 9500],
      [69, 9400],
      [66, 9450],
      [67, 9500]
    ]
  }

  test('has the own value of every period, oldest first, between limits that follow the denominators', () => {
    const view = viewOf(years)
    const figure = draw(view)
    expect(trace(figure, 3).y).toHaveLength(10)
    expect(trace(figure, 3).y.at(-1)).toBe(view.own!.value)
    expect(trace(figure, 3).marker.symbol.filter(symbol => symbol === 'diamond')).toHaveLength(1)
    expect(new Set(trace(figure, 1).y).size).toBeGreaterThan(1)
    expect(stopTexts(figure)[5]).toContain('2022: Ward 4B 16.1 falls')
    expect(stopTexts(figure)[5]).toContain('above the upper limit')
  })

  test('a period without a value is a gap', () => {
    const view = viewOf({ ...years, earlier: years.earlier!.with(4, null) })
    const figure = draw(view)
    expect(trace(figure, 3).y[5]).toBe(view.history[5]!.own)
    expect(trace(figure, 3).y.filter(value => value === null)).toHaveLength(1)
    expect(figure.stops.map(stop => stop.point)).toEqual([0, 1, 2, 3, 5, 6, 7, 8, 9])
    expect(kindNotes(view)[1]).toContain('No value in 2021.')
    expect(kindTable(view)!.rows).toHaveLength(9)
  })

  test('states its signals and its method, and its table and file have the limits', () => {
    const view = viewOf(years)
    const [signals, method] = kindNotes(view)
    expect(signals).toContain('2022: above the upper limit (diamond).')
    expect(method).toContain('u′ chart (Laney 2002)')
    const table = kindTable(view)!
    expect(table.rows).toHaveLength(10)
    expect(table.rows[5]!.at(-1)).toBe('above the upper limit')
    expect(chartCsv(view)).toContain('Period,Value,Mean,Lower limit,Upper limit,Signal')
  })

  test('needs eight periods and says so', () => {
    const kind = drawnKinds.control
    const view = viewOf({ ...years, earlier: years.earlier!.slice(0, 3) })
    expect(kind.is === 'figure' && kind.absence!(view)).toBe(
      'A control chart needs at least 8 periods with a value; Ward 4B has 4.'
    )
    expect(kindNotes(view)).toEqual([])
    expect(() => draw(view)).not.toThrow()
  })
})
