// People type values that occur only once, in one or two tabs, on one or two devices or as two people, over a network that loses, repeats and
// delays, on devices whose disk fills, whose clock is wrong and whose tabs crash. Where each value went can then be told from the value.

import { IDBFactory } from 'fake-indexeddb'
import fc from 'fast-check'
import { expect } from 'vitest'
import { saveText } from '#browser/section/sync/save-text.ts'
import { chooseVersion } from '#browser/section/sync/user-decisions.ts'
import { DAY_MS } from '#lib/time/clock.ts'
import { faultsOf, type Value } from './entry-stories.ts'
import { aGrid, aSection } from './questions.ts'
import { sectionServer, type SectionServer } from './section-server.ts'
import { openDesk, type Desk, type Tab } from './tabs.ts'

/** Of each browser: whose it is, and how many tabs are open in it. */
export const arrangements = {
  'one person': [{ person: 'A', tabs: 1 }],
  'two tabs': [{ person: 'A', tabs: 2 }],
  'two people': [
    { person: 'A', tabs: 1 },
    { person: 'B', tabs: 1 }
  ],
  'two devices': [
    { person: 'A', tabs: 1 },
    { person: 'A', tabs: 1 }
  ]
} satisfies Record<string, { person: string; tabs: number }[]>

const SECTION = aSection(aGrid(2, 2))
const CELLS = ['1:1:1', '2:1:2', '3:2:1', '4:2:2']

const deeds = [
  ...'type type type type type type type type pass pass pass fault fault'.split(' '),
  ...'offline online deliver retry refresh clock disk crash'.split(' ')
]

interface ValueStep {
  browser: number
  tab: number
  does: string
  cell: string
  fault: string
  time: number
}

export const valueStories: fc.Arbitrary<ValueStep[]> = fc.array(
  fc.record({
    browser: fc.nat(1),
    tab: fc.nat(1),
    does: fc.constantFrom(...deeds),
    cell: fc.constantFrom(...CELLS),
    fault: fc.constantFrom('lost', 'twice', 'late', 'of another shape', '429', '500', '503'),
    time: fc.constantFrom(2, 60, 300, 700, 1500, 5000)
  }),
  { minLength: 40, maxLength: 120 }
)

interface Browser {
  desk: Desk
  tabs: Tab[]
  lastTab: Tab | null
  /** What was typed last into each cell; nothing once a crash may have taken it before it was called kept. */
  meant: Map<string, number>
  fresh: Set<string>
}

interface ValueStory {
  server: SectionServer
  browsers: Browser[]
  typed: Map<number, string>
  late: (() => unknown)[]
  arrival: { isLate: boolean }
}

/** Plays a story, checks it at each step and after everything works again, and returns how many values were typed. */
export async function playValues(
  arrangement: keyof typeof arrangements,
  steps: ValueStep[]
): Promise<number> {
  globalThis.indexedDB = new IDBFactory()
  const server = sectionServer(SECTION)
  const browsers = await Promise.all(
    arrangements[arrangement].map(async ({ person, tabs }, index): Promise<Browser> => {
      const desk = openDesk(server.as(person), `${person}${index}`)
      const opened: Tab[] = []
      for (let tab = 0; tab < tabs; tab += 1) opened.push(await desk.open())
      return { desk, tabs: opened, lastTab: null, meant: new Map(), fresh: new Set() }
    })
  )
  const story: ValueStory = { server, browsers, typed: new Map(), late: [], arrival: { isLate: false } }
  for (const step of steps) {
    await doStep(story, step)
    expectHonest(story)
  }
  await healBrowsers(story)
  expectAllArrived(story)
  return story.typed.size
}

async function doStep(story: ValueStory, { browser: which, tab: at, ...step }: ValueStep): Promise<void> {
  const { browsers, late } = story
  const browser = browsers[which % browsers.length]!
  const index = at % browser.tabs.length
  const tab = await openTab(browser, index)
  // A tab that is left is hidden, so it stores what was typed.
  if (browser.lastTab !== null && browser.lastTab !== tab) {
    void browser.lastTab.engine.flushDrafts()
    await browser.desk.pass(5)
  }
  browser.lastTab = tab
  const deed: Record<string, () => unknown> = {
    type: () => typeValue(story, browser, tab, step.cell),
    pass: () => passTime(story, step.time),
    fault: () => tab.faults.push(faultsOf(story)[step.fault]!),
    offline: () => (tab.isOffline = true),
    online: () => (tab.isOffline = false),
    deliver: () => late.shift()?.(),
    retry: () => tab.engine.retry(),
    refresh: () => tab.engine.refresh(),
    clock: async () => {
      await browser.desk.pass(50)
      browser.desk.setClock(step.time > 500 ? DAY_MS : -DAY_MS)
    },
    disk: () => (tab.isDiskFull = !tab.isDiskFull),
    crash: () => crashTab(browser, tab)
  }
  await deed[step.does]?.()
}

function typeValue({ typed }: ValueStory, browser: Browser, tab: Tab, cell: string): void {
  const value = typed.size + 1
  typed.set(value, cell)
  browser.desk.setClock(1)
  tab.type(cell, String(value))
  browser.meant.set(cell, value)
  browser.fresh.add(cell)
}

async function passTime({ browsers }: ValueStory, time: number): Promise<void> {
  for (const browser of browsers) {
    await browser.desk.pass(time)
    if (time > 100) browser.fresh.clear()
  }
}

/** What the page has not called kept goes with the tab: what was typed a moment ago, and all of it once the page says that the device is full. */
function crashTab({ meant, fresh }: Browser, tab: Tab): void {
  const isFull = tab.engine.$status.get().storageFault !== null
  for (const cell of CELLS)
    if (isFull || fresh.has(cell) || tab.engine.store.get(cell).saving === 'typed') meant.delete(cell)
  tab.crash()
}

async function openTab({ tabs, desk }: Browser, index: number): Promise<Tab> {
  const tab = tabs[index]!
  return tab.isAlive() ? tab : (tabs[index] = await desk.open())
}

const pastOf = ({ server }: ValueStory, cell: string): Value[] => server.past.get(cell) ?? []

/** A page that says that all is saved shows nothing that the server has never had. */
function expectHonest(story: ValueStory): void {
  for (const { engine, isAlive } of story.browsers.flatMap(({ tabs }) => tabs)) {
    if (!isAlive() || !/All saved/.test(saveText(engine.$status.get()).text)) continue
    for (const cell of CELLS)
      expect([null, ...pastOf(story, cell)]).toContain(engine.store.get(cell).answer.value)
  }
}

/** Everything works again, and each person keeps their own answer where they are asked. */
async function healBrowsers(story: ValueStory): Promise<void> {
  for (const browser of story.browsers) {
    for (const index of browser.tabs.keys())
      Object.assign(await openTab(browser, index), { isOffline: false, isDiskFull: false, faults: [] })
    for (let round = 0; round < 3; round += 1) {
      for (const { engine } of browser.tabs) void engine.flushDrafts()
      await browser.desk.pass(100)
      for (const { engine } of browser.tabs) {
        engine.editing.leaveActive()
        for (const cell of CELLS) chooseVersion(engine, cell, 'mine')
        engine.sendNow()
      }
      await browser.desk.pass(5000)
    }
  }
  for (const request of story.late.splice(0)) request()
  for (const { tabs, desk } of story.browsers) {
    await Promise.all(tabs.map(({ engine }) => engine.refresh()))
    await desk.pass(5000)
  }
}

function expectAllArrived(story: ValueStory): void {
  const { server, browsers, typed } = story
  for (const cell of CELLS) {
    const past = pastOf(story, cell)
    // Nothing was joined or put elsewhere, and nothing was stored twice.
    for (const value of past) expect(typed.get(Number(value)), `${String(value)} in ${cell}`).toBe(cell)
    expect(new Set(past).size, `stored twice in ${cell}`).toBe(past.length)
    for (const { tabs, meant } of browsers) {
      const last = meant.get(cell)
      if (last !== undefined) expect(past, `typed last into ${cell}`).toContain(last)
      for (const { engine } of tabs) {
        const { answer, conflict } = engine.store.get(cell)
        expect([cell, answer.value, conflict]).toEqual([cell, server.valueOf(cell), null])
      }
    }
  }
  for (const { engine } of browsers.flatMap(({ tabs }) => tabs))
    expect(engine.$status.get()).toMatchObject({ unsaved: 0, conflicts: 0 })
}
