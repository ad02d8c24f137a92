import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawBoxPlot } from '#browser/charts/kinds/box.ts'
import { CALLOUT_OFFSET, placeCallouts, type CalloutPosition } from '#browser/charts/labels/callout-layout.ts'
import { overlaps, placeLabels, spreadApart } from '#browser/charts/labels/label-layout.ts'
import { legendRow } from '#browser/charts/labels/legend-row.ts'
import { chartViewOf } from '#browser/charts/view/chart-view.ts'
import { chartAnswer, PERIOD } from '#tests/support/chart-reply.ts'
import { drawContext } from '#tests/support/draw-context.ts'

describe('labels at the end of lines', () => {
  test('stay where they are when there is room, and move apart by as little as is needed', () => {
    expect(spreadApart([10, 60, 200], 17, 0, 300)).toEqual([10, 60, 200])
    expect(spreadApart([0, 0, 0], [30, 50, 20], 0, 300)).toEqual([0, 30, 80])
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

describe('names in a row', () => {
  const margin = { l: 60, r: 20, t: 44, b: 16 }
  const room = drawContext.width - margin.l
  const startsOf = (wanted: readonly number[], name = 'Medical') =>
    legendRow(
      wanted.map(at => ({ name, colour: '#123456', wanted: at })),
      drawContext,
      margin
    )
      .filter(({ text }) => text === '■')
      .map(({ xshift }) => xshift!)

  test('begin where they are wanted when there is room', () => {
    expect(startsOf([0, 200, 400])).toEqual([0, 200, 400])
  })

  test('never overlap, and stay inside as far as they all fit', () => {
    const size = 15 + drawContext.measureText('Medical', 12, 400) + 17
    const wanted = fc.array(fc.integer({ min: 0, max: 800 }), { minLength: 1, maxLength: 14 })
    fc.assert(
      fc.property(wanted, given => {
        const starts = startsOf(given.toSorted((a, b) => a - b))
        expect(starts[0]).toBeGreaterThanOrEqual(-1e-9)
        for (const [at, start] of starts.entries())
          if (at > 0) expect(start - starts[at - 1]!).toBeGreaterThanOrEqual(size - 1e-6)
        if (starts.length * size <= room) expect(starts.at(-1)! + size).toBeLessThanOrEqual(room + 1e-6)
      })
    )
  })
})

describe('labels with several places', () => {
  const box = fc
    .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 25 }))
    .map(([left, top, size]) => ({ left, right: left + size, top, bottom: top + size }))
  const labels = fc.array(fc.array(fc.record({ boxes: fc.array(box, { minLength: 1, maxLength: 2 }) })), {
    maxLength: 8
  })

  test('stand in the first place that covers nothing, and nowhere if there is none', () => {
    fc.assert(
      fc.property(labels, fc.array(box, { maxLength: 4 }), (wanted, taken) => {
        const placed = placeLabels(wanted, taken)
        for (const [at, place] of placed.entries()) {
          const before = [...taken, ...placed.slice(0, at).flatMap(other => other?.boxes ?? [])]
          const isFree = ({ boxes }: (typeof wanted)[number][number]): boolean =>
            !boxes.some(one => before.some(other => overlaps(one, other)))
          expect(place).toBe(wanted[at]!.find(isFree) ?? null)
        }
      })
    )
  })

  test('keep their lines clear of texts, while lines cross each other', () => {
    const text = { left: 0, right: 10, top: 0, bottom: 10 }
    const line = (x: number) => ({ boxes: [{ left: x, right: x, top: -5, bottom: 5 }] })
    expect(placeLabels([[line(4)], [line(20)], [line(20)]], [text])).toEqual([null, line(20), line(20)])
  })
})

describe('callouts over bars', () => {
  const width = 700
  const callouts = fc.array(
    fc.record({ x: fc.double({ noNaN: true, min: 0, max: 600 }), width: fc.integer({ min: 20, max: 260 }) }),
    {
      minLength: 1,
      maxLength: 9
    }
  )
  const texts = (callout: CalloutPosition) => ({ from: callout.start, to: callout.start + callout.width })

  test('the own one stands beside its line', () => {
    expect(placeCallouts([{ x: 100, width: 80 }], width)).toMatchObject([
      { x: 100, width: 80, start: 100 + CALLOUT_OFFSET, side: 'right', row: 0 }
    ])
    expect(placeCallouts([{ x: 690, width: 80 }], width)[0]).toMatchObject({
      side: 'left',
      start: 690 - CALLOUT_OFFSET - 80
    })
  })

  test('no text covers another or a line, and the first is always there, inside the chart', () => {
    fc.assert(
      fc.property(callouts, wanted => {
        const placed = placeCallouts(wanted, width)
        const own = placed[0]!
        expect(own.start).toBeGreaterThanOrEqual(0)
        expect(own.start + own.width).toBeLessThanOrEqual(width)
        const shown = placed.filter(callout => callout !== null)
        for (const [index, callout] of shown.entries()) {
          for (const other of shown.slice(index + 1)) {
            const [a, b] = [texts(callout), texts(other)]
            if (callout.row === other.row)
              expect(a.from >= b.to + CALLOUT_OFFSET || b.from >= a.to + CALLOUT_OFFSET).toBe(true)
            const [low, high] = callout.row <= other.row ? [callout, other] : [other, callout]
            expect(high.x > texts(low).from && high.x < texts(low).to).toBe(false)
          }
        }
      })
    )
  })
})

test('among many dots, named ones stay large and are drawn over the small, faint others', () => {
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
