import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterKeys } from '#browser/section/state/after-keys.ts'

/** Frames that were asked for. */
let frames = 0

beforeEach(() => {
  frames = 0
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => {
    frames += 1
    return setTimeout(work, 16)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('several keys share one update and the frame that shows it, whether one thing follows them or many', async () => {
  for (const works of [[vi.fn<() => void>()], [vi.fn<() => void>(), vi.fn<() => void>()]]) {
    frames = 0
    for (let key = 0; key < 3; key++) {
      for (const work of works) afterKeys(work)
      await vi.advanceTimersByTimeAsync(50)
    }
    expect(frames).toBe(0)
    await vi.advanceTimersByTimeAsync(1000)
    expect([works.map(work => work.mock.calls.length), frames]).toEqual([works.map(() => 1), 1])
  }
})

test('an update never joins the frame of a key', async () => {
  const work = vi.fn<() => void>()
  afterKeys(work)
  await vi.advanceTimersByTimeAsync(251)
  afterKeys(work)
  await vi.advanceTimersByTimeAsync(16)
  expect([work.mock.calls.length, frames]).toEqual([0, 1])
  await vi.advanceTimersByTimeAsync(20)
  expect([work.mock.calls.length, frames]).toEqual([1, 2])
})

test('an update that follows a key at once asks for no frame before the key is shown', async () => {
  const work = vi.fn<() => void>()
  afterKeys(work, 0)
  await vi.advanceTimersByTimeAsync(16)
  expect([work.mock.calls.length, frames]).toEqual([0, 0])
  await vi.advanceTimersByTimeAsync(100)
  expect([work.mock.calls.length, frames]).toEqual([1, 1])
})
