// Small charts are drawn one at a time, and none while the page is being scrolled.

import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useDrawingTurn, watchScrolling } from '#browser/features/explorer/overview/drawing-queue.ts'

beforeAll(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
})
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Tile({ hasFigures }: { hasFigures: boolean }) {
  return useDrawingTurn(hasFigures) ? <p>drawn</p> : null
}
const drawn = (): number => screen.queryAllByText('drawn').length
const pass = (milliseconds: number): void => act(() => void vi.advanceTimersByTime(milliseconds))

test('one after the other, none during scrolling, none without figures', () => {
  const stop = watchScrolling()
  const { rerender } = render([0, 1, 2].map(key => <Tile key={key} hasFigures={key < 2} />))
  expect(drawn()).toBe(0)
  dispatchEvent(new Event('scroll'))
  for (let moment = 0; moment < 10; moment++) {
    pass(100)
    dispatchEvent(new Event('scroll'))
  }
  expect(drawn()).toBe(0)
  pass(5000)
  expect(drawn()).toBe(2)
  rerender([0, 1, 2].map(key => <Tile key={key} hasFigures />))
  pass(5000)
  expect(drawn()).toBe(3)
  stop()
})

test('each in a task of its own', () => {
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work, 10))
  const stop = watchScrolling()
  dispatchEvent(new Event('scroll'))
  render([0, 1, 2].map(key => <Tile key={key} hasFigures />))
  const counts = [10, 110, 10, 10].map(milliseconds => {
    pass(milliseconds)
    return drawn()
  })
  expect(counts).toEqual([0, 1, 2, 3])
  stop()
  vi.unstubAllGlobals()
})
