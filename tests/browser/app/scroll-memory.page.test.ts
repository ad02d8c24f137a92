import { afterEach, expect, test, vi } from 'vitest'
import { restoreScroll } from '#browser/app/scroll-memory.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const show = async (height: number): Promise<void> => {
  Object.defineProperty(document.documentElement, 'scrollHeight', { value: height, configurable: true })
  document.body.append(document.createElement('p'))
  // Mutations are told in a microtask.
  await vi.advanceTimersByTimeAsync(0)
}

test('the scroll position is restored once the content has loaded, however slowly, unless the reader has scrolled', async () => {
  vi.useFakeTimers()
  const scrolls: number[] = []
  vi.stubGlobal('scrollTo', (_: number, y: number) => void scrolls.push(y))
  await show(innerHeight)
  restoreScroll({ y: 500, href: null })
  await vi.advanceTimersByTimeAsync(20_000)
  await show(innerHeight + 2000)
  expect(scrolls.at(-1)).toBe(500)

  await show(innerHeight)
  restoreScroll({ y: 700, href: null })
  dispatchEvent(new Event('wheel'))
  await show(innerHeight + 2000)
  expect(scrolls).not.toContain(700)

  await show(innerHeight)
  restoreScroll({ y: 800, href: null })
  // The form of a section keeps what is typed in its cells to itself.
  document.body.addEventListener('keydown', event => event.stopPropagation(), { once: true })
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '4', bubbles: true }))
  await show(innerHeight + 2000)
  expect(scrolls).not.toContain(800)
})
