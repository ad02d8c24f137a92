// What others have changed since a user last looked at a section.

import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test } from 'vitest'
import { newsText } from '#browser/section/state/cell-status.ts'
import { watchNews, type SeenStore } from '#browser/section/sync/watch-news.ts'
import { aGrid, aSection } from '#tests/support/questions.ts'
import { sectionServer } from '#tests/support/section-server.ts'
import { visit, type Visit } from '#tests/support/section-visit.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

const OWN = 'A. Okafor'

function memory(): SeenStore {
  let record: string | null = null
  return { read: () => record, write: next => void (record = next) }
}

const marked = ({ engine }: Visit) => [...engine.store.keys()].filter(key => engine.store.get(key).isNews)

test('a change by someone else is marked until the cell was looked at; an own one is not, and on a first visit nothing is', async () => {
  const server = sectionServer(aSection(aGrid(2, 2)))
  const seen = memory()
  const first = await visit(server.as(OWN))
  const stopFirst = watchNews(first.engine, seen, OWN)
  expect(marked(first)).toEqual([])
  stopFirst()

  const other = await visit(server.as('R. Lindqvist'), 'u2')
  other.type('1:1:1', '7')
  await other.pass(1000)
  const second = await visit(server.as(OWN))
  const stopSecond = watchNews(second.engine, seen, OWN)
  expect(marked(second)).toEqual(['1:1:1'])
  expect(newsText(second.engine.store.get('1:1:1'))).toBe('Changed by R. Lindqvist since you last looked')
  second.type('3:2:1', '4')
  await second.pass(1000)
  expect(marked(second)).toEqual(['1:1:1'])
  stopSecond()

  // Not looked at: still marked on the next visit.
  const third = await visit(server.as(OWN))
  const stopThird = watchNews(third.engine, seen, OWN)
  expect(marked(third)).toEqual(['1:1:1'])
  third.engine.$focused.set('1:1:1')
  expect(marked(third)).toEqual(['1:1:1'])
  third.engine.$focused.set('3:2:1')
  expect(marked(third)).toEqual([])
  stopThird()
  const fourth = await visit(server.as(OWN))
  watchNews(fourth.engine, seen, OWN)
  expect(marked(fourth)).toEqual([])
})

test('a change that arrives while the section is open is marked; an older reply takes no answer back', async () => {
  const server = sectionServer(aSection(aGrid(2, 2)))
  const page = await visit(server.as(OWN))
  watchNews(page.engine, memory(), OWN)
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
