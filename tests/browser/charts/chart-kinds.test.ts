import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawFigure } from '#browser/charts/drawings.ts'
import { drawDistribution } from '#browser/charts/kinds/distribution.ts'
import { drawStackedBars } from '#browser/charts/kinds/stacked.ts'
import { chartViewOf } from '#browser/charts/view/chart-view.ts'
import type { ChartFigure, DrawContext } from '#browser/charts/view/figure.ts'
import { chartScale } from '#browser/charts/view/scale.ts'
import type { ChartSeries } from '#contract/chart-data.ts'
import type { OutputName } from '#contract/output-names.ts'
import { chartAnswer, PERIOD, type AnswerRequest } from '#tests/support/chart-reply.ts'
import { breakable, drawContext, stopTexts } from '#tests/support/draw-context.ts'

function draw(output: OutputName, request: AnswerRequest, changes: Partial<DrawContext> = {}): ChartFigure {
  return drawFigure(chartViewOf(chartAnswer({ ...request, output }), PERIOD), { ...drawContext, ...changes })
}

const trace = (figure: ChartFigure, at: number) =>
  figure.data[at] as unknown as {
    x: number[]
    y: (number | null)[]
    base?: number[]
    hovertext: string[]
    marker: { color: string[] }
  }
const texts = (figure: ChartFigure): string[] =>
  figure.layout.annotations?.map(annotation => breakable(String(annotation.text))) ?? []

const values = [14.8, 9.3, 2, 20, 9.7, 6.9, 12.4, 0, 5]

describe('ranked bars', () => {
  test('highest first, the own bar in the programme’s colour, labelled with its value', () => {
    const figure = draw('bar_ranked', { values })
    expect(trace(figure, 0).y).toEqual(values.toSorted((a, b) => b - a))
    expect(trace(figure, 0).marker.color.filter(colour => colour === drawContext.theme.brand)).toHaveLength(1)
    expect(trace(figure, 0).marker.color[1]).toBe(drawContext.theme.brand)
    expect(texts(figure)).toContain('Ward 4B, 14.8%')
    expect(stopTexts(figure)[figure.firstStop]).toBe('Ward 4B, own: 14.8%, rank 8 of 9')
  })

  test('if not all values are listed it says so, and counts only what it shows', () => {
    expect(texts(draw('bar_ranked', { values })).join()).not.toContain('shown')
    const cut = draw('bar_ranked', { values: [...values, null, 'held'], total: 2_500 })
    expect(texts(cut).at(-1)).toBe(
      '11 of 2,500 shown, sorted highest to lowest, rank 1 (lowest) is best · 1 not shown (hatched columns)'
    )
    expect(texts(draw('bar_ranked', { values, peers: [1, 2, 3, 4, 5], total: 2_500 })).at(-1)).toBe(
      '9 of 2,500 shown, sorted highest to lowest, rank 1 (lowest) is best · those in Medical wards filled'
    )
  })

  test('a missing value is no bar, a held back one is hatched with its reason', () => {
    const figure = draw('bar_ranked', { values: [4, 3, 2, 6, 7, 8, null, 'held'] })
    expect(trace(figure, 0).y).toEqual([8, 7, 6, 4, 3, 2])
    expect(trace(figure, 1).x).toEqual([6])
    expect(trace(figure, 1).hovertext[0]).toContain('fewer than 10 posts')
    expect(texts(figure).at(-1)).toContain('1 not shown (hatched columns) · 1 <br>without a value')
    expect(figure.stops).toHaveLength(7)
  })

  test('the lines of the chosen averages, each with value and n', () => {
    expect(texts(draw('bar_ranked', { values }))).toEqual(
      expect.arrayContaining([
        'Mean 8.2',
        'Median 8.1',
        'Lower quartile 4.3',
        'Upper quartile 10.4',
        '8 peers'
      ])
    )
    const none = texts(draw('bar_ranked', { values }, { averages: [] }))
    expect(none.some(text => /^(Mean|Median|Lower quartile|Upper quartile)/.test(text))).toBe(false)
  })

  test('too few for averages: no lines', () => {
    expect(texts(draw('bar_ranked', { values: [1, 2, 3] })).some(text => text.startsWith('Median'))).toBe(
      false
    )
  })

  test('members of the chosen peer group are marked and the comparison is theirs', () => {
    const figure = draw('bar_ranked', { values, peers: [1, 2, 4, 5, 6] })
    expect(new Set(trace(figure, 0).marker.color).size).toBe(3)
    expect(stopTexts(figure)[figure.firstStop]).toBe('Ward 4B, own: 14.8%, rank 6 of 6')
    expect(texts(figure)).toContain('Median 9.3')
  })

  test('negative values reach below zero and zero stays on the axis', () => {
    const [from, to] = draw('bar_ranked', { values: [-3, 2, 5, -1, 4, 1] }).layout.yaxis!.range as [
      number,
      number
    ]
    expect(from).toBeLessThanOrEqual(-3)
    expect(to).toBeGreaterThanOrEqual(5)
  })

  test('a name with markup stays text', () => {
    const figure = draw('bar_ranked', { values, names: ['<b>Own</b><a href="javascript:alert(1)">x</a>'] })
    expect(JSON.stringify([figure.layout.annotations, trace(figure, 0).hovertext])).not.toMatch(
      /<(?!br>|b>|\/b>)/
    )
  })
})

describe('every kind', () => {
  const value = fc.oneof(
    fc.constant(null),
    fc.constant('held' as const),
    fc.double({ noNaN: true, min: -1000, max: 1000 })
  )
  const request = fc.record({
    values: fc.array(value, { minLength: 1, maxLength: 40 }),
    earlier: fc.array(fc.array(fc.constantFrom(null, 1, 5), { maxLength: 8 }), { maxLength: 3 })
  })

  test.each(['bar_ranked', 'box', 'distribution', 'trend', 'stacked', 'own_submissions'] as const)(
    '%s draws any figures, and null never as 0',
    output => {
      fc.assert(
        fc.property(request, answer => {
          const figure = draw(output, answer)
          expect(figure.layout.width).toBe(drawContext.width)
          for (const stop of figure.stops) {
            expect(stop.text).not.toMatch(/NaN|undefined|null/)
            expect(stop.curve).toBeLessThan(figure.data.length)
          }
          expect(JSON.stringify(figure.layout)).not.toContain('NaN')
          if (output === 'bar_ranked')
            expect(trace(figure, 0).y).toHaveLength(
              answer.values.filter(one => typeof one === 'number').length
            )
        }),
        { numRuns: 60 }
      )
    }
  )

  test('box: computed by the same quartiles, not by plotly', () => {
    const figure = draw('box', { values })
    const [drawn] = figure.data as unknown as { type: string; q1: number[]; median: number[]; q3: number[] }[]
    expect(drawn?.type).toBe('box')
    // R: quantile(c(9.3, 2, 20, 9.7, 6.9, 12.4, 0, 5), c(.25, .5, .75))
    expect([drawn?.q1[0], drawn?.median[0], drawn?.q3[0]].map(line => line?.toFixed(10))).toEqual([
      '4.2500000000',
      '8.1000000000',
      '10.3750000000'
    ])
  })

  test('trend: oldest first, a gap where a period has no value', () => {
    const figure = draw('trend', {
      values,
      earlier: [
        [null, 1, 2, 3, 4, 5],
        [7, 1, 2, 3, 4, 5]
      ]
    })
    expect(trace(figure, 4).y).toEqual([7, null, 14.8])
    expect(figure.layout.xaxis).toMatchObject({ ticktext: ['2024', '2025', '2026'] })
  })

  test('distribution: every value is in one bin, the own value is one mark on its bin', () => {
    const figure = draw('distribution', { values })
    expect(trace(figure, 0).y.reduce((sum: number, count) => sum + count!, 0)).toBe(values.length)
    expect(trace(figure, 0).marker.color).toBe(drawContext.theme.brandLine)
    const own = trace(figure, 1)
    expect(own.marker.color).toBe(drawContext.theme.brand)
    expect(own.y).toEqual([1])
    expect(Number(own.base?.[0]) + 1).toBe(trace(figure, 0).y[trace(figure, 0).x.indexOf(own.x[0]!)])
    expect(stopTexts(figure)[figure.firstStop]).toContain('Ward 4B among them')
  })

  test('distribution: counts the values that are not listed as well', () => {
    const answer = chartAnswer({ values, total: 2_500, output: 'distribution' })
    for (const set of answer.series[0]!.averages)
      if (set.basis === 'filtered')
        Object.assign(set, { n: 2_499, bins: { edges: [0, 10, 20, 30], counts: [900, 1_499, 100] } })
    const figure = drawDistribution(chartViewOf(answer, PERIOD), drawContext)
    expect(trace(figure, 0).y).toEqual([900, 1_500, 100])
    expect(figure.layout.xaxis).toMatchObject({ tickvals: [0, 10, 20, 30] })
    expect(stopTexts(figure)[figure.firstStop]).toBe('10.0 to 20.0%: 1,500 submissions, Ward 4B among them')
  })

  test('stacked: a whole among the series is left out, rates of different wholes are side by side', () => {
    const answer = chartAnswer({ values, output: 'stacked', seriesNames: ['All', 'Day', 'Night'] })
    const halves = (series: ChartSeries): ChartSeries => ({
      ...series,
      values: series.values.map(one => ({ ...one, value: one.value === null ? null : one.value / 2 }))
    })
    const [all, day, night] = answer.series as [ChartSeries, ChartSeries, ChartSeries]
    const drawn = drawStackedBars(
      chartViewOf({ ...answer, series: [all, halves(day), halves(night)] }, PERIOD),
      drawContext
    )
    expect(stopTexts(drawn).slice(0, 2)).toEqual(['Ward 4B, Day: 7.4%', 'Ward 4B, Night: 7.4%'])
    expect(drawn.layout.barmode).toBe('relative')
    const rate = (series: ChartSeries, denominator: number): ChartSeries => ({
      ...series,
      values: series.values.map(one => ({ ...one, denominator }))
    })
    const rates = drawStackedBars(
      chartViewOf({ ...answer, series: [rate(all, 30), rate(day, 20), rate(night, 10)] }, PERIOD),
      drawContext
    )
    expect(rates.layout.barmode).toBe('group')
    expect(stopTexts(rates).slice(0, 2)).toEqual(['All, Ward 4B: 14.8%', 'All, Mean of 8 peers: 8.2%'])
  })

  test('stacked: a part for each series, for the own submission and the peers’ mean', () => {
    const figure = draw('stacked', { values, seriesNames: ['Band 5', 'Band 6', 'Band 7'] })
    expect(figure.data).toHaveLength(3)
    expect(stopTexts(figure)).toContain('Mean of 8 peers, Band 7: 8.2%')
  })
})

test('the axis holds every value, and bars start at 0', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1 }),
      fc.boolean(),
      (figures, startsAtZero) => {
        const scale = chartScale({ values: figures, startsAtZero, axisMin: 3, axisMax: 4 })
        expect(scale.from).toBeLessThanOrEqual(Math.min(...figures))
        expect(scale.to).toBeGreaterThanOrEqual(Math.max(...figures))
        expect(scale.to).toBeGreaterThan(scale.from)
        if (startsAtZero) expect(scale.from <= 0 && scale.to >= 0).toBe(true)
      }
    )
  )
})

test('in named projects bars carry submission and organisation, callouts of others too', () => {
  const request = {
    values,
    names: ['Ward 4B', 'Ward 4B', 'Ward 4B'],
    organisations: ['Northfield', 'Southfield', 'Eastfield']
  }
  const figure = draw('bar_ranked', request)
  expect(
    stopTexts(figure)
      .filter(text => text.startsWith('Ward 4B, '))
      .map(text => text.split(/[:,] /)[1])
  ).toEqual(['Northfield', 'Southfield', 'Eastfield'])
  expect(trace(figure, 0).hovertext.filter(text => text.includes('Southfield'))).toHaveLength(1)
})

test('a figure that may still change is called provisional', () => {
  const provisional = {
    project_status: 'collection',
    collection_closes_at: '2031-12-13T12:00:00Z',
    published_at: null,
    value_count: 102,
    submission_count: 145
  } as const
  const figure = draw('trend', { values, earlier: [values], provisional })
  expect(figure.layout.xaxis).toMatchObject({ ticktext: ['2025', '2026*'] })
  expect(texts(figure)).toContain('* provisional')
  const [solid, dashed, marks] = figure.data.slice(-3) as { y: unknown[]; line: object; marker: object }[]
  expect([solid?.y[1], dashed?.y[1]]).toEqual([null, values[0]])
  expect(dashed?.line).toMatchObject({ dash: 'dash' })
  expect(marks?.marker).toMatchObject({ color: [drawContext.theme.brand, drawContext.theme.surface] })
  expect(stopTexts(figure).map(text => text.split(':')[0])).toEqual(['2025', '2026 (provisional)'])
})
