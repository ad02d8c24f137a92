// What others have changed since a user last looked at a section.

import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { cellStatus, cellStatusText, changeText } from '#browser/section/state/cell-status.ts'
import { watchNews, type SeenStore } from '#browser/section/sync/watch-news.ts'
import { watchOthers, watchWindow } from '#browser/section/sync/watch-window.ts'
import { aGrid, aSection } from '#tests/support/questions.ts'
import { sectionServer } from '#tests/support/section-server.ts'
import { visit, type Visit } from '#tests/support/section-visit.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

const OWN = 'A. Okafor'
const viewer = { userId: 1, name: OWN }

function memory(): SeenStore {
  let record: string | null = null
  return { read: () => record, write: next => void (record = next) }
}

const marked = ({ engine }: Visit) =>
  [...engine.store.keys()].filter(key => engine.store.get(key).news !== null)

test('a change by someone else is marked until the cell was looked at; an own one is not, and on a first visit nothing is', async () => {
  const server = sectionServer(aSection(aGrid(2, 2)))
  const seen = memory()
  const first = await visit(server.as(OWN))
  const stopFirst = watchNews(first.engine, seen, viewer)
  expect(marked(first)).toEqual([])
  stopFirst()

  const other = await visit(server.as('R. Lindqvist'), 'u2')
  other.type('1:1:1', '7')
  await other.pass(1000)
  const second = await visit(server.as(OWN))
  const stopSecond = watchNews(second.engine, seen, viewer)
  expect(marked(second)).toEqual(['1:1:1'])
  expect(changeText(second.engine.store.get('1:1:1'))).toBe('Changed by R. Lindqvist since you last looked')
  second.type('3:2:1', '4')
  await second.pass(1000)
  expect(marked(second)).toEqual(['1:1:1'])
  stopSecond()

  // Not looked at: still marked on the next visit.
  const third = await visit(server.as(OWN))
  const stopThird = watchNews(third.engine, seen, viewer)
  expect(marked(third)).toEqual(['1:1:1'])
  third.engine.$focused.set('1:1:1')
  expect(marked(third)).toEqual(['1:1:1'])
  third.engine.$focused.set('3:2:1')
  expect(marked(third)).toEqual([])
  stopThird()
  const fourth = await visit(server.as(OWN))
  watchNews(fourth.engine, seen, viewer)
  expect(marked(fourth)).toEqual([])
})

test('a change that arrives while the section is open is marked; an older reply takes no answer back', async () => {
  const server = sectionServer(aSection(aGrid(2, 2)))
  const page = await visit(server.as(OWN))
  watchNews(page.engine, memory(), viewer)
  const other = await visit(server.as('R. Lindqvist'), 'u2')
  other.type('1:1:1', '7')
  await other.pass(1000)
  await page.engine.refresh()
  expect(marked(page)).toEqual(['1:1:1'])

  // Read before this user's save, and received after it.
  const before = await server.as(OWN).read()
  let isLate = false
  const late = await visit({ ...server.as(OWN), read: async () => (isLate ? before : server.as(OWN).read()) })
  late.type('2:1:2', '9')
  await late.pass(1000)
  expect(server.valueOf('2:1:2')).toBe(9)
  isLate = true
  await late.engine.refresh()
  expect(late.engine.store.get('2:1:2')).toMatchObject({ text: '9', version: 1 })
})

test('someone else with the same name is told apart by their number', async () => {
  const server = sectionServer(aSection(aGrid(2, 2)))
  const page = await visit(server.as(OWN, 1))
  watchNews(page.engine, memory(), viewer)
  page.type('3:2:1', '4')
  await page.pass(1000)
  const namesake = await visit(server.as(OWN, 2), 'u2')
  namesake.type('1:1:1', '7')
  await namesake.pass(1000)
  await page.engine.refresh()
  expect(marked(page)).toEqual(['1:1:1'])
  expect(changeText(page.engine.store.get('1:1:1'))).toBe(
    'Changed by another A. Okafor since you last looked'
  )
})

test('a change that is marked as seen is not marked on the next visit, though its cell was not opened', async () => {
  const server = sectionServer(aSection(aGrid(1, 2)))
  const seen = memory()
  watchNews((await visit(server.as(OWN))).engine, seen, viewer)()
  const other = await visit(server.as('R. Lindqvist'), 'u2')
  other.type('1:1:1', '7')
  await other.pass(1000)
  const later = await visit(server.as(OWN))
  const stop = watchNews(later.engine, seen, viewer)
  expect(marked(later)).toEqual(['1:1:1'])
  later.engine.store.set('1:1:1', { news: null })
  stop()
  const last = await visit(server.as(OWN))
  watchNews(last.engine, seen, viewer)()
  expect(marked(last)).toEqual([])
})

function setShown(value: 'visible' | 'hidden'): void {
  Object.defineProperty(document, 'visibilityState', { value, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

test.each([0, 86_400_000, -86_400_000])(
  'whoever returns after two minutes sees what others have changed, though the clock was set by %i ms',
  setBy => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: 1_795_000_000_000 })
    let reloads = 0
    const section = {
      flushDrafts: async () => {},
      retry: () => {},
      refresh: async () => void (reloads += 1)
    }
    const stop = watchWindow(section, window)
    onTestFinished(() => void (stop(), vi.useRealTimers()))
    setShown('hidden')
    vi.advanceTimersByTime(30_000)
    setShown('visible')
    expect(reloads).toBe(0)
    setShown('hidden')
    vi.advanceTimersByTime(120_000)
    vi.setSystemTime(Date.now() + setBy)
    setShown('visible')
    expect(reloads).toBe(1)
  }
)

test('others’ answers and comments are reloaded within 15 seconds while the page is visible, until the section is left', async () => {
  vi.useFakeTimers()
  try {
    let reloads = 0
    const stop = watchOthers({ refresh: async () => void (reloads += 1) }, window)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(reloads).toBe(0)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(reloads).toBe(1)
    setShown('hidden')
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(reloads).toBe(1)
    setShown('visible')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reloads).toBeGreaterThanOrEqual(2)
    const seen = reloads
    stop()
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(reloads).toBe(seen)
  } finally {
    vi.useRealTimers()
  }
})

test('who changed an answer is said before what is unusual about it', async () => {
  const server = sectionServer(aSection(aGrid(1, 1, { question: { warn_max: 5 } })))
  const seen = memory()
  const first = await visit(server.as(OWN))
  watchNews(first.engine, seen, viewer)()
  const other = await visit(server.as('R. Lindqvist'), 'u2')
  other.type('1:1:1', '7')
  await other.pass(1000)
  const { engine } = await visit(server.as(OWN))
  watchNews(engine, seen, viewer)
  const state = engine.store.get('1:1:1')
  const status = cellStatus(engine.model.cells.get('1:1:1')!, state)
  expect(status).toBe('warning')
  expect(cellStatusText(status, state)).toMatch(
    /^Changed by R\. Lindqvist since you last looked\. .+ Is this right\?$/
  )
})
