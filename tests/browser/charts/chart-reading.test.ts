// Rules for every kind of chart: names cover nothing, axes have units, roles differ by more than shade, and switches show and hide averages.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawFigure } from '#browser/charts/drawings.ts'
import { drawnKinds } from '#browser/charts/drawn-kinds.ts'
import { barStyles, dotStyle } from '#browser/charts/marks/value-roles.ts'
import { chartViewOf } from '#browser/charts/view/chart-view.ts'
import type { ValueRole } from '#browser/charts/view/chart-view.ts'
import { chartScale } from '#browser/charts/view/scale.ts'
import { AVERAGE_NAMES, quarterText } from '#browser/charts/words/claims.ts'
import type { AverageName } from '#contract/chart-data.ts'
import { chartKind } from '#contract/chart-kinds.ts'
import { OutputName } from '#contract/output-names.ts'
import { chartAnswer, PERIOD, type AnswerRequest } from '#tests/support/chart-reply.ts'
import { drawContext } from '#tests/support/draw-context.ts'

const values = [14.8, 9.3, 2, 20, 9.7, 6.9, 12.4, 0.5, 5]
const earlier = [[9, 7, 3, 16, 8, 6, 11, 1, 4]]

function draw(output: OutputName, averages: readonly AverageName[], request: Partial<AnswerRequest> = {}) {
  const chartView = chartViewOf(chartAnswer({ values, earlier, ...request, output }), PERIOD)
  return drawFigure(chartView, { ...drawContext, averages })
}

const drawn = (output: OutputName, averages: readonly AverageName[]): string =>
  JSON.stringify(draw(output, averages))

const figures = OutputName.options.filter(name => drawnKinds[name].is === 'figure')

describe.each(figures)('%s', output => {
  const isSwitched = chartKind(output).averages === 'switched'
  test.each(['Mean', 'Median', 'Q1', 'Q3'] as const)(
    '%s appears with its switch, where there is one',
    name => {
      const others = (['Mean', 'Median', 'Q1', 'Q3'] as const).filter(one => one !== name)
      const [on, off] = [drawn(output, [...others, name]), drawn(output, others)]
      if (isSwitched) expect(on).not.toBe(off)
      else expect(on).toBe(off)
      const isWritten = (figure: string): boolean =>
        new RegExp(`${AVERAGE_NAMES[name]} -?\\d`).test(figure.replaceAll('−', '-'))
      expect([isWritten(on), isWritten(off)]).toEqual([isSwitched, false])
    }
  )
})

test.each(['bar_ranked', 'box', 'trend'] as const)('%s names the unit of its axis', output => {
  const texts = (unit: string) =>
    draw(output, [], { chart: { unit } }).layout.annotations?.map(({ text }) => text)
  expect(texts('WTE')).toContain('WTE')
  expect(texts('')).not.toContain('')
})

test('a distribution names both of its axes', () => {
  const { layout } = draw('distribution', [])
  expect(layout.annotations?.map(({ text }) => text)).toContain('Submissions')
  expect(JSON.stringify(layout.xaxis)).toContain('Vacancy rate, %')
})

test('a thousand ranked bars have the fill of the legend inside one outline, and the own organisation’s are wide enough to be seen', () => {
  const many = Array.from({ length: 1000 }, (_, at) => 1 + (at % 97) / 10)
  const answer = chartAnswer({ values: many })
  for (const value of answer.series[0]!.values.slice(7, 9)) value.is_own = true
  const drawnBars = drawFigure(chartViewOf(answer, PERIOD), drawContext).data as unknown as {
    type: string
    y: number[]
    width?: number[]
    marker?: { line: { width: unknown }; pattern?: { fillmode: string; bgcolor: unknown } }
  }[]
  const [bars, contour, siblings, own] = drawnBars
  expect(bars!.marker!.line.width).toBe(0)
  // plotly takes one background for the contrast of a pattern: for a list it would find none, and log a warning each time.
  expect(bars!.marker!.pattern).toMatchObject({ fillmode: 'overlay', bgcolor: drawContext.theme.surface })
  expect(contour!.type).toBe('scatter')
  expect(contour!.y.slice(1, -1)).toEqual(bars!.y)
  expect([siblings!.y, own!.y]).toEqual([[many[7], many[8]].toSorted((a, b) => b! - a!), [many[0]]])
  const pixels = drawContext.width / many.length
  for (const width of [...siblings!.width!, ...own!.width!]) expect(width * pixels).toBeGreaterThanOrEqual(4)
  // A few keep outlines of their own.
  expect(drawn('bar_ranked', [])).not.toContain('hvh')
})

describe('roles', () => {
  const roles: readonly ValueRole[] = ['own', 'sameOrganisation', 'other', 'peer', 'rest']
  const { theme } = drawContext

  test('bars differ by outline, pattern or filling, whatever their colours are', () => {
    const looks = roles.map(role => {
      const { fill, width, pattern } = barStyles(theme, true)[role]
      return JSON.stringify({ isHollow: fill === theme.surface, width, pattern })
    })
    expect(new Set(looks).size).toBe(roles.length)
  })

  test('dots differ by size, shape or filling', () => {
    const looks = roles.map(role => {
      const { fill, size, symbol } = dotStyle(role, theme, true)
      return JSON.stringify({ isHollow: fill === theme.surface, size, symbol })
    })
    expect(new Set(looks).size).toBe(roles.length)
  })
})

test('the lower and the upper quartile say which of them is better', () => {
  const said = (direction: 'higher' | 'lower' | 'neutral') =>
    ([1, 2, 3, 4] as const).map(quartile => quarterText(quartile, { direction }))
  expect(said('lower')).toEqual([
    'lower quartile (best)',
    'lower middle',
    'upper middle',
    'upper quartile (worst)'
  ])
  expect(said('higher')[3]).toBe('upper quartile (best)')
  expect(said('neutral')[0]).toBe('lower quartile')
})

test('a scale ends at the first line that covers the values, and its lines are round', () => {
  expect(chartScale({ values: [1.48], startsAtZero: true, axisMin: null, axisMax: null, count: 5 }).to).toBe(
    1.6
  )
  const bounds = fc.integer({ min: -1e9, max: 1e9 }).map(thousandths => thousandths / 1000)
  fc.assert(
    fc.property(bounds, bounds, fc.integer({ min: 2, max: 10 }), (one, other, count) => {
      const { from, to, ticks } = chartScale({
        values: [one, other],
        startsAtZero: false,
        axisMin: null,
        axisMax: null,
        count
      })
      const step = ticks[1]! - ticks[0]!
      const [low, high] = [Math.min(one, other), Math.max(one, other)]
      const slack = 1e-6 * Math.max(step, Math.abs(low), Math.abs(high))
      expect(from).toBeLessThanOrEqual(low + slack)
      expect(to).toBeGreaterThanOrEqual(high - slack)
      expect([ticks[0], ticks.at(-1)]).toEqual([from, to])
      if (high - low > 1e-3) {
        expect(low - from).toBeLessThan(step + slack)
        expect(to - high).toBeLessThan(step + slack)
      }
    })
  )
})
