import { IDBFactory } from 'fake-indexeddb'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseVersion } from '#browser/section/sync/user-decisions.ts'
import { aGrid, aSection } from '#tests/support/questions.ts'
import { sectionServer } from '#tests/support/section-server.ts'
import { lost, visit, type Visit } from '#tests/support/section-visit.ts'

test('two people in one section: whatever they do, all edits arrive or are asked about, and both end with the same figures', async () => {
  const step = fc.record({
    who: fc.constantFrom(0, 1),
    does: fc.constantFrom('type', 'pass', 'refresh', 'lose'),
    cell: fc.integer({ min: 1, max: 4 }),
    value: fc.integer({ min: 0, max: 3 }),
    time: fc.constantFrom(50, 300, 700, 1500)
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async steps => {
      globalThis.indexedDB = new IDBFactory()
      const server = sectionServer(aSection(aGrid(2, 2)))
      const pages = [await visit(server.as('A'), 'a'), await visit(server.as('B'), 'b')]
      const keyOf = (cell: number): string => `${cell}:${Math.ceil(cell / 2)}:${cell % 2 === 0 ? 2 : 1}`
      for (const { who, does, cell, value, time } of steps) {
        const page = pages[who] as Visit
        if (does === 'type') page.type(keyOf(cell), String(value))
        else if (does === 'refresh') await page.engine.refresh()
        else if (does === 'lose') page.faults.push(lost)
        else for (const each of pages) await each.pass(time)
      }
      for (const page of pages) {
        page.faults.length = 0
        await page.pass(3000)
        for (const key of page.engine.store.keys()) chooseVersion(page.engine, key, 'theirs')
        await page.pass(3000)
      }
      for (const page of pages) await page.engine.refresh()
      for (const page of pages) {
        expect(page.engine.$status.get()).toMatchObject({ unsaved: 0, conflicts: 0 })
        for (const key of page.engine.store.keys())
          expect(page.engine.store.get(key).answer.value).toBe(server.valueOf(key))
      }
    }),
    { numRuns: 30 }
  )
})
