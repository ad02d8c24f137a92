// The data and layout for plotly against the raw numerators and denominators, through the server's own comparison.

import { describe, expect, test } from 'vitest'
import type { ChartFigure } from '#browser/charts/view/figure.ts'
import { countOf } from '#lib/format.ts'
import type { PartsSet } from '#tests/support/compared-series.ts'
import { breakable, drawContext } from '#tests/support/draw-context.ts'
import { interval } from '#tests/support/published-formulas.ts'
import {
  checkSets,
  draw,
  expectClose,
  expectSame,
  MINIMUM,
  rankOf,
  recompute,
  sidesOf,
  traces,
  type Expected,
  viewOf,
  type Trace
} from '#tests/support/raw-figures.ts'

/** Three statistics make 210 sets. */
const RUNS = 70

describe.each(['proportion', 'rate', 'mean'] as const)('%s', statistic => {
  const check = (property: (set: PartsSet) => void): void => checkSets(statistic, RUNS, property)

  test('ranked bars: heights, order, ranks, whiskers, lines and verdicts', () => {
    check(set => {
      const all = recompute(set)
      const figure = draw('bar_ranked', set)
      const [bars, ...more] = traces(figure)
      // Too few others are held back: each is a hatched column.
      const isEnough = all.others.length >= MINIMUM
      const expected = { ...all, known: all.known.filter(one => one.isOwn || isEnough) }
      const hatched = figure.data.filter(({ type }) => type === 'bar')[1] as Trace | undefined
      if (!isEnough) expect(hatched?.x.length ?? 0).toBe(all.others.length)
      const sorted = expected.known.toSorted((a, b) => b.value - a.value)
      expectSame(
        bars!.y,
        sorted.map(one => one.value)
      )
      expect(bars!.x).toEqual(sorted.map((_, at) => at))
      const own = expected.known.find(one => one.isOwn)
      const painted = bars!.marker.color.indexOf(drawContext.theme.brand)
      if (own) expectClose(bars!.y[painted]!, own.value)
      else expect(painted).toBe(-1)
      checkRanks(set, expected, bars!)
      checkWhiskers(set, expected, more)
      checkLines(figure, expected)
      checkMarks(set, expected, figure)
    })
  })

  test('spread: the box, its ends, the mean and a dot for each', () => {
    check(set => {
      const { averages, others, known } = recompute(set)
      const [boxes, dots, ...more] = traces(draw('box', set))
      if (averages === null) return expect(boxes!.median).toEqual([])
      expectSame(
        [boxes!.q1, boxes!.median, boxes!.q3, boxes!.lowerfence, boxes!.upperfence].map(([end]) => end!),
        [averages.Q1, averages.Median, averages.Q3, Math.min(...others), Math.max(...others)]
      )
      expectSame(
        dots!.y.toSorted((a, b) => a - b),
        others.toSorted((a, b) => a - b)
      )
      expectClose(more[0]!.y[0]!, averages.Mean)
      const own = known.find(one => one.isOwn)
      expect(more).toHaveLength(own ? 2 : 1)
      if (own) expectClose(more[1]!.y[0]!, own.value)
    })
  })

  test('distribution: every value lies in one bar of the axis', () => {
    check(set => {
      const { known, others } = recompute(set)
      const counted = known.filter(one => one.isOwn || others.length >= MINIMUM).map(one => one.value)
      const figure = draw('distribution', set)
      const [bars] = traces(figure)
      const ticks = figure.layout.xaxis!.tickvals as number[]
      const edges = viewOf(set).comparison.averages?.bins?.edges ?? ticks
      expect(ticks.filter(tick => !edges.includes(tick))).toEqual([])
      expectSame(
        bars!.x,
        edges.slice(1).map((to, at) => (edges[at]! + to) / 2)
      )
      const inStep = edges.slice(1).map((to, at) => {
        const isLast = at === edges.length - 2
        // A value on an edge belongs to the bar on its right, the last one to the last bar.
        return counted.filter(value => value >= edges[at]! && (isLast ? value <= to : value < to)).length
      })
      expect(bars!.y.reduce((sum, one) => sum + one, 0)).toBe(counted.length)
      expect(bars!.y).toEqual(inStep)
    })
  })
})

/** The rank in each bar's label is one more than the number of better values. */
function checkRanks({ direction }: PartsSet, { known, others }: Expected, bars: Trace): void {
  for (const [at, value] of bars.y.entries()) {
    const said = /rank (\d+) of (\d+)/.exec(breakable(bars.hovertext[at]!))
    if (others.length < MINIMUM) expect(said).toBeNull()
    else {
      const all = known.map(one => one.value)
      expect([said?.[1], said?.[2]]).toEqual([String(rankOf(value, all, direction)), String(known.length)])
    }
  }
}

function checkWhiskers({ statistic, multiplier }: PartsSet, { known }: Expected, more: Trace[]): void {
  const ends = (pairs: (readonly number[])[]): number[][] =>
    pairs.map(pair => [...pair]).toSorted((a, b) => a[0]! - b[0]! || a[1]! - b[1]!)
  const drawn = more
    .filter(trace => trace.error_y)
    .flatMap(({ y, error_y }) =>
      y.map((value, at) => [value - error_y!.arrayminus[at]!, value + error_y!.array[at]!])
    )
  const expected = known.flatMap(({ parts }) => {
    const pair = interval(statistic, parts, 95)
    return pair === null ? [] : [[pair[0] * multiplier, pair[1] * multiplier]]
  })
  expect(drawn).toHaveLength(expected.length)
  const largest = Math.max(1e-9, ...expected.flat().map(Math.abs))
  ends(drawn).forEach((pair, at) =>
    pair.forEach((end, which) => {
      const wanted = ends(expected)[at]![which]!
      expect(Math.abs(end - wanted)).toBeLessThanOrEqual(1e-6 * Math.max(Math.abs(wanted), 1e-3 * largest))
    })
  )
}

/** Each average has a line at its value and a label, below how many they are of. */
function checkLines({ layout }: ChartFigure, { averages, others }: Expected): void {
  const names = { Mean: 'Mean', Median: 'Median', Q1: 'Lower quartile', Q3: 'Upper quartile' }
  for (const name of ['Mean', 'Median', 'Q1', 'Q3'] as const) {
    const label = layout.annotations?.find(({ text }) =>
      new RegExp(`^${names[name]} [−\\d]`).test(String(text))
    )
    if (averages === null) {
      expect(label).toBeUndefined()
      continue
    }
    expectClose(Number(label?.y), averages[name])
    const lines = layout.shapes?.filter(({ type, x0, x1 }) => type === 'line' && x0 === 0 && x1 === 1) ?? []
    expect(lines.some(({ y0, y1 }) => y0 === label?.y && y1 === label?.y)).toBe(true)
  }
  if (averages !== null)
    expect(layout.annotations?.filter(({ text }) => text === countOf(others.length, 'peer'))).toHaveLength(1)
}

/** A mark below each bar that has a verdict; their shapes are grouped, so they are counted by colour and filling. */
function checkMarks(set: PartsSet, expected: Expected, { layout }: ChartFigure): void {
  const { theme } = drawContext
  const lookOf = (side: number): string => {
    const isFilled = Math.abs(side) === 2
    const isNeutral = set.direction === 'neutral'
    const colour =
      side === 0
        ? theme.ink3
        : isNeutral
          ? theme.ink2
          : side > 0 === (set.direction === 'higher')
            ? theme.ok
            : theme.bad
    return `${colour} ${isFilled}`
  }
  const wanted: Record<string, number> = {}
  for (const side of sidesOf(set, expected))
    if (side !== null) wanted[lookOf(side)] = (wanted[lookOf(side)] ?? 0) + 1
  const drawn: Record<string, number> = {}
  for (const { type, path, line, fillcolor } of layout.shapes ?? []) {
    if (type !== 'path') continue
    const look = `${String(line?.color)} ${fillcolor === line?.color}`
    drawn[look] = (drawn[look] ?? 0) + String(path).split('Z').length - 1
  }
  expect(drawn).toEqual(wanted)
}
