import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawBoxPlot } from '#browser/charts/kinds/box.ts'
import {
  CALLOUT_OFFSET,
  placeCallouts,
  spreadApart,
  type CalloutPosition
} from '#browser/charts/labels/label-layout.ts'
import { chartViewOf } from '#browser/charts/view/chart-view.ts'
import { chartAnswer, PERIOD } from '#tests/support/chart-reply.ts'
import { drawContext } from '#tests/support/draw-context.ts'

describe('labels at the end of lines', () => {
  test('stay where they are when there is room, and move apart by as little as is needed', () => {
    expect(spreadApart([10, 60, 200], 17, 0, 300)).toEqual([10, 60, 200])
    expect(spreadApart([100, 100], 20, 0, 300)).toEqual([90, 110])
    expect(spreadApart([105, 100, 40], 20, 0, 300)).toEqual([112.5, 92.5, 40])
    expect(spreadApart([298, 299], 20, 0, 300)).toEqual([280, 300])
    expect(spreadApart([], 20, 0, 300)).toEqual([])
  })

  test('never overlap, keep their order, and stay inside', () => {
    const wanted = fc.array(fc.double({ noNaN: true, min: -50, max: 450 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(wanted, fc.integer({ min: 1, max: 24 }), (lines, gap) => {
        const places = spreadApart(lines, gap, 0, 400)
        const order = lines
          .map((line, index) => ({ line, place: places[index]! }))
          .toSorted((a, b) => a.line - b.line || a.place - b.place)
        for (const { place } of order) {
          expect(place).toBeGreaterThanOrEqual(-1e-9)
          expect(place).toBeLessThanOrEqual(400 + 1e-9)
        }
        order.reduce(
          (above, below) => (expect(below.place - above.place).toBeGreaterThanOrEqual(gap - 1e-6), below)
        )
      })
    )
  })
})

describe('flags over bars', () => {
  const width = 700
  const flags = fc.array(
    fc.record({ x: fc.double({ noNaN: true, min: 0, max: 600 }), width: fc.integer({ min: 20, max: 260 }) }),
    {
      minLength: 1,
      maxLength: 9
    }
  )
  const texts = (flag: CalloutPosition) => ({ from: flag.start, to: flag.start + flag.width })

  test('the own one stands beside its line', () => {
    expect(placeCallouts([{ x: 100, width: 80 }], width)).toEqual([
      { x: 100, width: 80, start: 100 + CALLOUT_OFFSET, side: 'right', row: 0 }
    ])
    expect(placeCallouts([{ x: 690, width: 80 }], width)[0]).toMatchObject({
      side: 'left',
      start: 690 - CALLOUT_OFFSET - 80
    })
  })

  test('no text covers another or a line, and the first is always there, inside the chart', () => {
    fc.assert(
      fc.property(flags, wanted => {
        const placed = placeCallouts(wanted, width)
        const own = placed[0]!
        expect(own.start).toBeGreaterThanOrEqual(0)
        expect(own.start + own.width).toBeLessThanOrEqual(width)
        const shown = placed.filter(flag => flag !== null)
        for (const [index, flag] of shown.entries()) {
          for (const other of shown.slice(index + 1)) {
            const [a, b] = [texts(flag), texts(other)]
            if (flag.row === other.row) expect(a.from >= b.to || b.from >= a.to).toBe(true)
            const [low, high] = flag.row < other.row ? [flag, other] : [other, flag]
            if (low.row < high.row) expect(high.x > texts(low).from && high.x < texts(low).to).toBe(false)
          }
        }
      })
    )
  })
})

test('in a crowd the dots of those with a name stay large and lie over the small, faint others', () => {
  const answer = chartAnswer({ values: Array.from({ length: 200 }, (_, at) => (at * 7) % 31) })
  answer.series[0]!.values[3]!.is_own = true
  const drawn = (data: typeof answer) => {
    const figure = drawBoxPlot(chartViewOf(data, PERIOD), drawContext)
    return figure.data[1] as unknown as { marker: { size: number[]; opacity: number[]; symbol: string[] } }
  }
  const { size, opacity, symbol } = drawn(answer).marker
  expect([symbol.at(-1), size.at(-1), opacity.at(-1)]).toEqual(['square', 9, 1])
  expect([size[0], opacity[0]]).toEqual([4, 0.4])
  expect(drawn(chartAnswer({ values: [4, 2, 9, 7, 5, 6] })).marker.opacity).toEqual([1, 1, 1, 1, 1])
})
