// What somebody else has saved is taken back by nobody's undo.

import { IDBFactory } from 'fake-indexeddb'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { aGrid, aSection } from '#tests/support/questions.ts'
import { sectionServer, type SectionServer } from '#tests/support/section-server.ts'
import { visit, type Visit } from '#tests/support/section-visit.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

const KEY = '1:1:1'
const BESIDE = '2:1:2'

/** A colleague whose page is up to date. */
function colleague(server: SectionServer) {
  let writes = 0
  return (key: string, value: number): void => {
    const [question_id = 0, row_id = 0, column_id = 0] = key.split(':').map(Number)
    const base_version = server.past.get(key)?.length ?? 0
    const answer = { value, is_not_applicable: false, is_not_available: false }
    server.save(
      `by-lind-${(writes += 1)}`,
      [{ question_id, row_id, column_id, base_version, ...answer }],
      'B. Lind'
    )
  }
}

async function setUp() {
  const server = sectionServer(aSection(aGrid(1, 2)))
  const page = await visit(server.as())
  const kept: string[] = []
  page.engine.editing.listen(keys => kept.push(...keys))
  return { server, page, kept, write: colleague(server) }
}

const saved = async (page: Visit): Promise<void> => {
  await page.pass(2000)
  await page.engine.refresh()
  await page.pass(2000)
}
const shown = ({ engine }: Visit, key = KEY): string => engine.store.get(key).text

test('Ctrl+Z leaves the newer value of a colleague, says so, and goes on with the step before', async () => {
  const { server, page, kept, write } = await setUp()
  page.type(BESIDE, '3')
  page.type(KEY, '5')
  await saved(page)
  write(KEY, 7)
  await saved(page)
  expect(page.engine.editing.undo()).toBeNull()
  await saved(page)
  expect([server.valueOf(KEY), shown(page), kept]).toEqual([7, '7', [KEY]])
  expect(page.engine.editing.undo()).toBe(BESIDE)
  await saved(page)
  expect(server.valueOf(BESIDE)).toBeNull()
  page.engine.editing.redo()
  await saved(page)
  expect([server.valueOf(BESIDE), server.valueOf(KEY), kept]).toEqual([3, 7, [KEY]])
})

test('a block is taken back cell by cell: only the colleague’s cell stays', async () => {
  const { server, page, kept, write } = await setUp()
  const step = page.engine.editing.paste([
    { key: KEY, text: '5' },
    { key: BESIDE, text: '6' }
  ])
  await saved(page)
  write(KEY, 7)
  await saved(page)
  page.engine.editing.undo()
  await saved(page)
  expect([server.valueOf(KEY), server.valueOf(BESIDE), kept]).toEqual([7, null, [KEY]])
  page.engine.editing.redo()
  page.engine.editing.revertStep(step)
  await saved(page)
  expect([server.valueOf(KEY), server.valueOf(BESIDE), kept]).toEqual([7, null, [KEY, KEY]])
})

test('a colleague who went back to the same value has still saved it', async () => {
  const { server, page, kept, write } = await setUp()
  page.type(KEY, '5')
  await saved(page)
  write(KEY, 7)
  write(KEY, 5)
  await saved(page)
  page.engine.editing.undo()
  await saved(page)
  expect([server.valueOf(KEY), kept]).toEqual([5, [KEY]])
})

test('what arrives in the cell that the cursor is in is no step of one’s own', async () => {
  const { server, page, write } = await setUp()
  const { editing } = page.engine
  editing.enter(KEY)
  write(KEY, 7)
  await saved(page)
  editing.revert(KEY)
  editing.leave(KEY)
  expect(editing.undo()).toBeNull()
  editing.enter(KEY)
  editing.type(KEY, '8')
  await saved(page)
  write(KEY, 9)
  await saved(page)
  editing.revert(KEY)
  editing.leave(KEY)
  editing.undo()
  await saved(page)
  expect([server.valueOf(KEY), shown(page)]).toEqual([9, '9'])
})

test('over a colleague’s value one’s own step is taken back to it', async () => {
  const { server, page, kept, write } = await setUp()
  write(KEY, 7)
  await saved(page)
  page.type(KEY, '8')
  await saved(page)
  expect(page.engine.editing.undo()).toBe(KEY)
  await saved(page)
  expect([server.valueOf(KEY), kept]).toEqual([7, []])
})

test('whatever the two do: no undo, redo or Escape changes what the colleague saved last', async () => {
  const deed = fc.record({
    does: fc.constantFrom(
      'type',
      'type',
      'typing',
      'paste',
      'undo',
      'undo',
      'redo',
      'escape',
      'other',
      'wait'
    ),
    key: fc.constantFrom(KEY, BESIDE),
    value: fc.integer({ min: 1, max: 4 })
  })
  const play = async (deeds: { does: string; key: string; value: number }[]): Promise<void> => {
    globalThis.indexedDB = new IDBFactory()
    const { server, page, write } = await setUp()
    const { editing } = page.engine
    /** What the colleague saved last, until this person enters something over it knowingly. */
    const theirs = new Map<string, number>()
    const own = (keys: readonly string[]): void => keys.forEach(key => theirs.delete(key))
    for (const { does, key, value } of deeds) {
      const acts: Record<string, () => void> = {
        type: () => (page.type(key, String(value)), own([key])),
        typing: () => (editing.enter(key), editing.type(key, String(value)), own([key])),
        paste: () => (
          editing.paste([KEY, BESIDE].map(one => ({ key: one, text: String(value) }))),
          own([KEY, BESIDE])
        ),
        undo: () => editing.undo(),
        redo: () => editing.redo(),
        escape: () => editing.revert(key),
        other: () => (write(key, 100 + value), theirs.set(key, 100 + value)),
        wait: () => {}
      }
      acts[does]?.()
      if (does !== 'typing') await saved(page)
      for (const [at, mine] of theirs) expect([at, server.valueOf(at)]).toEqual([at, mine])
    }
  }
  await fc.assert(fc.asyncProperty(fc.array(deed, { minLength: 3, maxLength: 14 }), play), {
    numRuns: Number(process.env['PROPERTY_RUNS'] ?? 40)
  })
}, 300_000)
