import fc from 'fast-check'
import type { CellState } from '#browser/section/state/cell-state.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { SectionServer } from './section-server.ts'
import { lost, type Fault } from './section-visit.ts'
import type { Desk, Tab } from './tabs.ts'

// A person types, pastes and undoes in one or two tabs, over a network that loses, repeats, delays and garbles messages, on a device whose disk fills
// up and whose clock changes, while someone else writes to the same cells.

export const KEYS = ['1:1:1', '2:1:2']
const DAY = 24 * 60 * 60 * 1000
/** The other person's values are above this, so that every value identifies its author. */
export const OTHERS_ABOVE = 1000

export type Value = ReturnType<SectionServer['valueOf']>

export interface Story {
  server: SectionServer
  desk: Desk
  tabs: Tab[]
  lastTab: Tab | null
  /** What the person last meant each cell to contain; nothing once that may have been lost with its tab. */
  meant: Map<string, CellState>
  /** The cells that were changed a moment ago. */
  fresh: Set<string>
  /** Requests that the page has aborted but the network still delivers. */
  late: (() => unknown)[]
  /** Whether such a request is arriving now. */
  arrival: { isLate: boolean }
  others: number
}

const statuses = [401, 403, 404, 413, 422, 429, 500, 502, 503]

export const faultsOf = ({ late, arrival }: Pick<Story, 'late' | 'arrival'>): Record<string, Fault> => ({
  lost,
  twice: async arrive => (await arrive(), arrive()),
  late: arrive => {
    late.push(() => {
      arrival.isLate = true
      void arrive()
      arrival.isLate = false
    })
    return err('An error occurred. Please try again later.')
  },
  'of another shape': () => ok({ saved: 'yes' }),
  'of another shape, work done': async arrive => (await arrive(), ok(null)),
  ...Object.fromEntries(statuses.map(status => [status, (): Result<never> => err('no', status)]))
})

/** Actions of the person, the network and the device; frequent ones are listed more than once. */
const deeds = [
  ...'type type type keys leave paste clear undo redo escape'.split(' '),
  ...'pass pass pass fault fault offline online deliver retry refresh'.split(' '),
  ...'other other clock disk crash again'.split(' ')
]

export interface Step {
  tab: number
  does: string
  key: string
  text: string
  fault: string
  time: number
}

export const step: fc.Arbitrary<Step> = fc.record({
  tab: fc.nat(1),
  does: fc.constantFrom(...deeds),
  key: fc.constantFrom(...KEYS),
  text: fc.constantFrom('', '1', '2', '3', '44', 'ten'),
  fault: fc.constantFrom(
    'lost',
    'twice',
    'late',
    'of another shape',
    'of another shape, work done',
    ...statuses.map(String)
  ),
  time: fc.constantFrom(2, 60, 300, 700, 1500, 5000)
})

export const stateOf = (tab: Tab, key: string): CellState => tab.engine.store.get(key)

/** Runs what the person does in a tab and notes what is meant by it. */
function meaning({ desk, meant, fresh }: Story, tab: Tab, deed: () => void): void {
  // Nobody does two things in the same millisecond.
  desk.setClock(1)
  const before = new Map(KEYS.map(key => [key, stateOf(tab, key).lastEdit]))
  deed()
  for (const key of KEYS) {
    if (stateOf(tab, key).lastEdit === before.get(key)) continue
    meant.set(key, stateOf(tab, key))
    fresh.add(key)
  }
}

/** What the page has not confirmed as saved is lost with the tab, and so is what was typed a moment ago. */
function crash({ meant, fresh }: Story, tab: Tab): void {
  for (const key of KEYS) if (fresh.has(key) || stateOf(tab, key).saving === 'typed') meant.delete(key)
  tab.crash()
}

/** The other person's page is always up to date. */
function otherWrites(story: Story, key: string): void {
  const [question_id = 0, row_id = 0, column_id = 0] = key.split(':').map(Number)
  const { server } = story
  story.others += 1
  const base_version = server.past.get(key)?.length ?? 0
  const value = OTHERS_ABOVE + story.others
  server.save(
    `by-another-${story.others}`,
    [
      {
        question_id,
        row_id,
        column_id,
        value,
        base_version,
        is_not_applicable: false,
        is_not_available: false
      }
    ],
    'B. Lind'
  )
}

export async function take(story: Story, { tab: index, does, key, text, fault, time }: Step): Promise<void> {
  const { desk, tabs } = story
  const tab = await livingTab(story, index)
  // A tab that is left is hidden, so it stores what was typed, and the other one hears of it.
  if (story.lastTab !== null && story.lastTab !== tab) {
    void story.lastTab.engine.flushDrafts()
    await desk.pass(5)
  }
  story.lastTab = tab
  const { editing } = tab.engine
  const ways: Record<string, () => unknown> = {
    type: () => meaning(story, tab, () => tab.type(key, text)),
    keys: () =>
      meaning(story, tab, () => {
        editing.enter(key)
        for (let end = 1; end <= text.length; end += 1) editing.type(key, text.slice(0, end))
      }),
    leave: () => editing.leaveActive(),
    paste: () =>
      meaning(
        story,
        tab,
        () => void editing.paste(KEYS.map((one, at) => ({ key: one, text: `${at}${text}` })))
      ),
    clear: () => meaning(story, tab, () => editing.clear(key)),
    undo: () => meaning(story, tab, () => void editing.undo()),
    redo: () => meaning(story, tab, () => void editing.redo()),
    escape: () => meaning(story, tab, () => editing.revert(key)),
    pass: async () => {
      await desk.pass(time)
      if (time > 100) story.fresh.clear()
    },
    fault: () => tab.faults.push(faultsOf(story)[fault] ?? lost),
    offline: () => (tab.isOffline = true),
    online: () => (tab.isOffline = false),
    deliver: () => story.late.shift()?.(),
    retry: () => tab.engine.retry(),
    again: () => tab.engine.sendNow(),
    refresh: () => tab.engine.refresh(),
    other: () => otherWrites(story, key),
    clock: async () => {
      await desk.pass(50)
      desk.setClock(text < '2' ? DAY : -DAY)
    },
    disk: () => (tab.isDiskFull = !tab.isDiskFull),
    crash: () => crash(story, tabs[index % tabs.length] as Tab)
  }
  await ways[does]?.()
}

export async function livingTab({ tabs, desk }: Story, index: number): Promise<Tab> {
  const at = index % tabs.length
  const tab = tabs[at]
  return tab?.isAlive() ? tab : (tabs[at] = await desk.open())
}
