// Several tabs of one person in one section, with one clock, disk and lock. Messages are delayed, and tabs freeze and crash.

import './indexed-db.ts'
import { SectionEngine } from '#browser/section/section-engine.ts'
import { openDrafts, type Drafts } from '#browser/section/sync/drafts.ts'
import { checkSave, saveReply } from '#browser/section/sync/save-answers.ts'
import type { SharedCell } from '#browser/section/sync/shared-cell.ts'
import type { TabLink } from '#browser/section/sync/tab-link.ts'
import { err, type Result } from '#lib/result.ts'
import { handTiming, type HandTiming } from './manual-timing.ts'
import { disk, scope, type Fault, type SectionSide } from './section-visit.ts'

// Loaded ahead, because the time of these tests stands still.
await saveReply.load()

/** How long a message between two tabs takes. */
const MESSAGE_MS = 3

export interface Tab {
  engine: SectionEngine
  type: (key: string, text: string) => void
  /** How the next requests go; when there are none left, they arrive. */
  faults: Fault[]
  isOffline: boolean
  /** Nothing can be written to this device. */
  isDiskFull: boolean
  isAlive: () => boolean
  /** The browser stops the tab: its timers and messages wait. */
  freeze: () => void
  thaw: () => void
  /** Now, or at its next but nth use of the disk or the wire; Infinity takes a crash that is to come back. */
  crash: (after?: number) => void
}

export interface Desk {
  open: () => Promise<Tab>
  /** Sets the clock of the computer forward, or back. */
  setClock: (byMilliseconds: number) => void
  pass: HandTiming['pass']
}

const never = <T>(): Promise<T> => new Promise<T>(() => {})

/** One person's browser, with as many tabs as are opened. Desks of different users share no drafts. */
export function openDesk(side: SectionSide, user = scope.user): Desk {
  const underway = new Set<Promise<unknown>>()
  const clock = handTiming(Date.UTC(2026, 10, 20), async () => {
    for (await disk(); underway.size > 0; await disk()) await Promise.all(underway)
  })
  const hub = openHub(clock)
  // No two things that a person does happen in the same millisecond, even where the test lets no time pass between them.
  let deeds = 0
  let offset = 0
  const now = (): number => clock.now() + deeds + offset
  let count = 0

  const open = async (): Promise<Tab> => {
    const name = `${user}-tab-${String((count += 1)).padStart(4, '0')}`
    let [isAlive, isFrozen, usesLeft] = [true, false, Infinity]
    const held: (() => void)[] = []
    const live = (run: () => void): void => {
      if (!isAlive) return
      if (isFrozen) held.push(run)
      else run()
    }
    const die = (): void => {
      isAlive = false
      hub.leave(name)
    }
    /** Each use of the disk or the wire has a moment before and one after, at which the tab may crash. */
    const use = async <T>(work: () => Promise<T>): Promise<T> => {
      if ((usesLeft -= 1) < 0) die()
      if (!isAlive) return never()
      const result = await work()
      if ((usesLeft -= 1) < 0) die()
      return isAlive ? result : never()
    }
    const stored = openDrafts({ ...scope, user }, now)
    const drafts: Drafts = {
      read: () => use(stored.read),
      newestSettled: () => use(stored.newestSettled),
      write: all => use(async () => (tab.isDiskFull ? full : stored.write(all))),
      acknowledge: all => use(() => stored.acknowledge(all)),
      retract: all => use(() => stored.retract(all))
    }
    const tab: Tab = {
      engine: undefined as never,
      faults: [],
      isOffline: false,
      isDiskFull: false,
      isAlive: () => isAlive,
      freeze: () => void (isFrozen = true),
      thaw: () => {
        isFrozen = false
        for (const run of held.splice(0)) live(run)
      },
      crash: (after = 0) => {
        usesLeft = after
        if (after === 0) die()
      },
      type: (key, text) => {
        deeds += 1
        tab.engine.editing.enter(key)
        tab.engine.editing.type(key, text)
        tab.engine.editing.leave(key)
      }
    }
    let ids = 0
    tab.engine = new SectionEngine({
      section: await side.read(),
      drafts,
      tabs: hub.join(name, live),
      timing: { now, after: (milliseconds, run) => clock.after(milliseconds, () => live(run)) },
      newId: () => `${name}-${(ids += 1)}`,
      send: (_, id, answers) =>
        use(async () => {
          const arrive = async (): Promise<Result<unknown>> => side.save(id, answers)
          const fault: Fault = tab.isOffline ? unreachable : (tab.faults.shift() ?? (pass => pass()))
          const result = checkSave(Promise.resolve(fault(arrive)))
          underway.add(result)
          return result.finally(() => underway.delete(result))
        }),
      fetchSection: async () => (tab.isOffline ? unreachable() : { ok: true, value: await side.read() })
    })
    await tab.engine.restore()
    return tab
  }
  const setClock = (by: number): void => void (offset += by)
  return { open, setClock, pass: clock.pass }
}

const full = err('This device’s storage is full.')

const unreachable = (): Result<never> => err('An error occurred. Please try again later.', null)

/** The lock and the messages between the tabs. */
function openHub(clock: HandTiming) {
  const listeners = new Map<string, (cells: SharedCell[]) => void>()
  const waiting: { name: string; begin: () => void }[] = []
  let holder: string | null = null
  let newest = ''
  const next = (): void => {
    if (holder !== null) return
    const first = waiting.shift()
    if (first === undefined) return
    holder = first.name
    first.begin()
  }
  const release = (name: string): void => {
    if (holder !== name) return
    holder = null
    next()
  }
  const join = (name: string, live: (run: () => void) => void): TabLink => ({
    exclusively: work =>
      new Promise((resolve, reject) => {
        waiting.push({
          name,
          begin: () =>
            void work()
              .then(resolve, reject)
              .finally(() => release(name))
        })
        next()
      }),
    share: cells => {
      for (const [other, onCells] of listeners)
        if (other !== name)
          clock.after(MESSAGE_MS, () => listeners.has(other) && onCells(structuredClone(cells)))
    },
    newestEdit: { read: () => newest, write: edit => void (newest = edit) },
    listen: onCells => void listeners.set(name, cells => live(() => onCells(cells))),
    close: () => void listeners.delete(name)
  })
  const leave = (name: string): void => {
    listeners.delete(name)
    const others = waiting.filter(one => one.name !== name)
    waiting.splice(0, Infinity, ...others)
    release(name)
  }
  return { join, leave }
}
