// A device that stores nothing: the user's own tabs are never taken for another person.

import { IDBFactory } from 'fake-indexeddb'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aGrid, aSection } from '#tests/support/questions.ts'
import { sectionServer } from '#tests/support/section-server.ts'
import { lost } from '#tests/support/section-visit.ts'
import { openDesk, type Tab } from '#tests/support/tabs.ts'

const KEYS = ['1:1:1', '2:1:2']

const deed = fc.record({
  tab: fc.nat(1),
  does: fc.constantFrom(
    ...'type type type pass pass refresh offline online undo lost freeze thaw reopen'.split(' ')
  ),
  key: fc.constantFrom(...KEYS),
  value: fc.integer({ min: 1, max: 3 }),
  time: fc.constantFrom(2, 60, 300, 700, 1500, 5000)
})

test('whatever one person does in two tabs while the storage is full: there is nothing to choose between', async () => {
  const play = async (deeds: { tab: number; does: string; key: string; value: number; time: number }[]) => {
    globalThis.indexedDB = new IDBFactory()
    const desk = openDesk(sectionServer(aSection(aGrid(1, 2))).as())
    const conflicts: string[] = []
    const open = async (): Promise<Tab> => {
      const tab = await desk.open()
      tab.isDiskFull = true
      tab.engine.store.observe({
        cellChanged: (key, _before, { conflict }) => void (conflict !== null && conflicts.push(key))
      })
      return tab
    }
    const tabs: [Tab, Tab] = [await open(), await open()]
    const goOn = (tab: Tab): void => {
      tab.thaw()
      tab.isOffline = false
      tab.engine.retry()
    }
    for (const { tab: at, does, key, value, time } of deeds) {
      const tab = at === 0 ? tabs[0] : tabs[1]
      const ways: Record<string, () => unknown> = {
        type: () => tab.type(key, String(value)),
        pass: () => desk.pass(time),
        refresh: () => tab.engine.refresh(),
        offline: () => (tab.isOffline = true),
        online: () => goOn(tab),
        undo: () => tab.engine.editing.undo(),
        lost: () => tab.faults.push(lost),
        freeze: () => tab.freeze(),
        thaw: () => tab.thaw(),
        reopen: async () => {
          tab.crash()
          tabs[at] = await open()
        }
      }
      desk.setClock(1)
      await ways[does]?.()
    }
    for (const tab of tabs) goOn(tab)
    await desk.pass(20_000)
    expect(conflicts).toEqual([])
  }
  await fc.assert(fc.asyncProperty(fc.array(deed, { minLength: 2, maxLength: 20 }), play), {
    numRuns: Number(process.env['PROPERTY_RUNS'] ?? 60)
  })
}, 300_000)
