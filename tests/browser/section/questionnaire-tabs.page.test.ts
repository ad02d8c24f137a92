import { IDBFactory } from 'fake-indexeddb'
import fc from 'fast-check'
import { beforeEach, describe, expect, it, test } from 'vitest'
import { saveText } from '#browser/section/sync/save-text.ts'
import { chooseVersion } from '#browser/section/sync/user-decisions.ts'
import { aGrid, aSection } from '#tests/support/questions.ts'
import { sectionServer } from '#tests/support/section-server.ts'
import { lost } from '#tests/support/section-visit.ts'
import { openDesk, type Desk, type Tab } from '#tests/support/tabs.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

const CELL = '1:1:1'
const small = () => sectionServer(aSection(aGrid(1, 2)))
const textIn = (tab: Tab): string => tab.engine.store.get(CELL).text
const words = (tab: Tab): string => saveText(tab.engine.$status.get()).text

async function openTwo() {
  const server = small()
  const desk = openDesk(server.as())
  return { server, desk, one: await desk.open(), other: await desk.open() }
}

describe('two tabs of one person', () => {
  it('an older tab’s retry does not write its older draft over the newer one: after a crash the newer value is there', async () => {
    const { server, desk, one: older, other: newer } = await openTwo()
    older.isOffline = true
    newer.isOffline = true
    older.type(CELL, '5')
    await desk.pass(500)
    older.freeze()
    newer.type(CELL, '7')
    await desk.pass(500)
    older.thaw()
    older.engine.retry()
    await desk.pass(500)
    older.crash()
    newer.crash()
    const later = await desk.open()
    expect(textIn(later)).toBe('7')
    await desk.pass(2000)
    expect(server.valueOf(CELL)).toBe(7)
    expect(words(later)).toMatch(/^All saved/)
  })

  it('what is typed in one shows in the other, is saved once, and both say so', async () => {
    const { server, desk, one, other } = await openTwo()
    one.type(CELL, '5')
    await desk.pass(100)
    expect(textIn(other)).toBe('5')
    await desk.pass(2000)
    other.type(CELL, '6')
    await desk.pass(2000)
    expect([textIn(one), textIn(other)]).toEqual(['6', '6'])
    expect(server.past.get(CELL)).toEqual([5, 6])
    for (const tab of [one, other]) expect(words(tab)).toMatch(/^All saved/)
  })

  it('one tab’s value that arrived without an answer is no conflict in the other', async () => {
    const { server, desk, one, other } = await openTwo()
    one.faults.push(lost)
    one.type(CELL, '5')
    await desk.pass(650)
    expect(server.valueOf(CELL)).toBe(5)
    one.freeze()
    other.type(CELL, '6')
    await desk.pass(3000)
    expect(other.engine.$status.get()).toMatchObject({ conflicts: 0, unsaved: 0 })
    one.thaw()
    await desk.pass(3000)
    expect([textIn(one), textIn(other), server.valueOf(CELL)]).toEqual(['6', '6', 6])
  })

  it('what one tab left unsent the other sends, when the first is closed', async () => {
    const { server, desk, one, other } = await openTwo()
    one.type(CELL, '5')
    await desk.pass(100)
    one.crash()
    await desk.pass(2000)
    expect(server.valueOf(CELL)).toBe(5)
    expect(other.engine.$status.get().unsaved).toBe(0)
  })

  it('what is typed after the clock was set back is newer than what was saved before, in a tab that is opened anew', async () => {
    const server = small()
    const desk = openDesk(server.as())
    const before = await desk.open()
    before.type(CELL, '5')
    await desk.pass(2000)
    before.crash()
    desk.setClock(-12 * 60 * 60 * 1000)
    const later = await desk.open()
    later.type(CELL, '6')
    await desk.pass(2000)
    expect([textIn(later), server.valueOf(CELL)]).toEqual(['6', 6])
  })

  it('an edit that a crashed tab stored but did not report is older than the next one in another tab, though the clock was set back', async () => {
    const { server, desk, one, other } = await openTwo()
    one.crash(1)
    one.type(CELL, '5')
    await desk.pass(100)
    expect(one.isAlive()).toBe(false)
    desk.setClock(-24 * 60 * 60 * 1000)
    other.type(CELL, '6')
    await desk.pass(2000)
    expect([textIn(other), server.valueOf(CELL)]).toEqual(['6', 6])
  })

  it('someone else’s answer is still a conflict, in both tabs, and one choice settles it', async () => {
    const { server, desk, one, other } = await openTwo()
    one.isOffline = true
    other.isOffline = true
    one.type(CELL, '5')
    await desk.pass(500)
    server.save(
      'by-another-1',
      [
        {
          question_id: 1,
          row_id: 1,
          column_id: 1,
          value: 9,
          is_not_applicable: false,
          is_not_available: false,
          base_version: 0
        }
      ],
      'B. Lind'
    )
    one.isOffline = false
    other.isOffline = false
    one.engine.retry()
    await desk.pass(2000)
    for (const tab of [one, other])
      expect(tab.engine.store.get(CELL)).toMatchObject({ text: '5', conflict: { theirs: { value: 9 } } })
    chooseVersion(other.engine, CELL, 'mine')
    await desk.pass(2000)
    expect(server.valueOf(CELL)).toBe(5)
    for (const tab of [one, other])
      expect(tab.engine.$status.get()).toMatchObject({ conflicts: 0, unsaved: 0 })
  })
})

interface Typed {
  tab: Tab
  key: string
  text: string
  edit: string
  isKept: boolean
}

const KEYS = [CELL, '2:1:2']
const step = (tabs: number) =>
  fc.record({
    tab: fc.nat(tabs - 1),
    does: fc.constantFrom(
      'type',
      'type',
      'type',
      'pass',
      'pass',
      'offline',
      'online',
      'lose',
      'retry',
      'refresh',
      'freeze',
      'thaw',
      'crash'
    ),
    key: fc.constantFrom(...KEYS),
    text: fc.constantFrom('', '1', '2', '3'),
    time: fc.constantFrom(2, 50, 300, 700, 1500, 5000),
    uses: fc.nat(6)
  })

/** Values that a cell may end with: the newest that was called kept, or one typed after it in a tab that crashed before it was. */
function possibleEnds(typed: readonly Typed[], key: string): (number | null)[] {
  const own = typed.filter(one => one.key === key)
  const lastKept = own.findLastIndex(one => one.isKept)
  return [...(lastKept < 0 ? [''] : []), ...own.slice(Math.max(0, lastKept)).map(({ text }) => text)].map(
    text => (text === '' ? null : Number(text))
  )
}

/** What the page has called kept must never be lost. */
function noteKept(typed: readonly Typed[]): void {
  for (const one of typed) {
    const state = one.tab.engine.store.get(one.key)
    if (state.saving !== 'typed' && state.edit !== null && state.lastEdit === one.edit) one.isKept = true
  }
}

type Step = ReturnType<typeof step> extends fc.Arbitrary<infer S> ? S : never

/** What the person, the browser and the wire do. */
async function take(
  desk: Desk,
  tabs: Tab[],
  typed: Typed[],
  { tab: index, does, key, text, time, uses }: Step
): Promise<void> {
  const tab = await livingTab(desk, tabs, index)
  const deeds: Record<Step['does'], () => unknown> = {
    type: () => {
      tab.thaw()
      tab.type(key, text)
      typed.push({ tab, key, text, edit: tab.engine.store.get(key).lastEdit, isKept: false })
    },
    pass: async () => {
      await desk.pass(time)
      noteKept(typed)
    },
    lose: () => tab.faults.push(lost),
    retry: () => tab.engine.retry(),
    refresh: () => tab.engine.refresh(),
    freeze: () => tab.freeze(),
    thaw: () => tab.thaw(),
    crash: () => tab.crash(uses),
    offline: () => (tab.isOffline = true),
    online: () => (tab.isOffline = false)
  }
  await deeds[does]()
}

/** A tab that has crashed is opened again. */
async function livingTab(desk: Desk, tabs: Tab[], index: number): Promise<Tab> {
  const tab = tabs[index]
  return tab?.isAlive() ? tab : (tabs[index] = await desk.open())
}

/** All is well again: every tab is open, awake and connected, for long enough. */
async function comeToRest(desk: Desk, tabs: Tab[]): Promise<void> {
  for (const tab of tabs) {
    Object.assign(tab, { isOffline: false, faults: [] })
    tab.crash(Infinity)
    tab.thaw()
  }
  for (let round = 0; round < 3; round += 1) {
    for (const index of tabs.keys()) (await livingTab(desk, tabs, index)).engine.retry()
    await desk.pass(2000)
  }
}

test.each([2, 3])(
  '%i tabs, whatever happens and wherever they crash: the newest kept value wins, without a conflict',
  async count => {
    const story = async (steps: Step[]): Promise<void> => {
      globalThis.indexedDB = new IDBFactory()
      const server = small()
      const desk = openDesk(server.as())
      const tabs: Tab[] = []
      const typed: Typed[] = []
      for (let index = 0; index < count; index += 1) tabs.push(await desk.open())
      for (const one of steps) {
        await take(desk, tabs, typed, one)
        for (const tab of tabs) expect(tab.engine.$status.get().conflicts).toBe(0)
      }
      await comeToRest(desk, tabs)
      for (const key of KEYS) {
        expect(possibleEnds(typed, key)).toContain(server.valueOf(key))
        for (const tab of tabs) expect(tab.engine.store.get(key).answer.value).toBe(server.valueOf(key))
      }
      for (const tab of tabs) expect(tab.engine.$status.get()).toMatchObject({ unsaved: 0, conflicts: 0 })
    }
    await fc.assert(fc.asyncProperty(fc.array(step(count), { minLength: 5, maxLength: 25 }), story), {
      numRuns: 60
    })
  },
  300_000
)
