import { IDBFactory } from 'fake-indexeddb'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CellState } from '#browser/section/state/cell-state.ts'
import { saveText } from '#browser/section/sync/save-text.ts'
import { chooseVersion } from '#browser/section/sync/user-decisions.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { err } from '#lib/result.ts'
import {
  KEYS,
  livingTab,
  OTHERS_ABOVE,
  stateOf,
  step,
  take,
  type Step,
  type Story,
  type Value
} from '#tests/support/entry-stories.ts'
import { aGrid, aSection } from '#tests/support/questions.ts'
import { sectionServer, type SectionServer } from '#tests/support/section-server.ts'
import type { SectionSide } from '#tests/support/section-visit.ts'
import { openDesk, type Tab } from '#tests/support/tabs.ts'

/** A page that says that all is saved shows nothing that the server has never had. */
function expectHonest({ tabs, server }: Story): void {
  for (const { engine, isAlive } of tabs) {
    if (!isAlive() || !/All saved/.test(saveText(engine.$status.get()).text)) continue
    for (const key of KEYS)
      expect([null, ...(server.past.get(key) ?? [])]).toContain(engine.store.get(key).answer.value)
  }
}

async function heal(story: Story): Promise<void> {
  const { tabs, desk } = story
  for (const index of tabs.keys()) {
    const tab = await livingTab(story, index)
    Object.assign(tab, { isOffline: false, isDiskFull: false, faults: [] })
  }
  for (let round = 0; round < 3; round += 1) {
    // Nobody chooses in one tab before it has heard of the other.
    for (const { engine } of tabs) void engine.flushDrafts()
    await desk.pass(100)
    for (const { engine } of tabs) {
      engine.editing.leaveActive()
      for (const key of KEYS) chooseVersion(engine, key, 'mine')
      engine.sendNow()
    }
    await desk.pass(5000)
  }
  for (const request of story.late.splice(0)) request()
  await Promise.all(tabs.map(({ engine }) => engine.refresh()))
  await desk.pass(5000)
}

function expectHealed({ tabs, server, meant }: Story): void {
  for (const key of KEYS) {
    const [state, now] = [meant.get(key), server.valueOf(key)]
    const had: Value[] = [null, ...(server.past.get(key) ?? [])]
    for (const { engine } of tabs) {
      const shown = engine.store.get(key)
      // What cannot be parsed stays until someone corrects it.
      if (shown.fault === null) expect([key, shown.answer.value, shown.conflict]).toEqual([key, now, null])
    }
    if (state === undefined || Number.isNaN(Number(state.text))) continue
    // What was meant stands at the server, or someone else has changed it since.
    if (state.answer.value !== now) {
      expect(Number(now), `${key} was meant to be ${String(state.answer.value)}`).toBeGreaterThan(
        OTHERS_ABOVE
      )
      expect(had).toContain(state.answer.value)
    }
  }
}

/** The server as this person uses it. Notes what of someone else's is overwritten before this person has seen it. */
function watched(
  server: SectionServer,
  seen: ReadonlySet<Value>,
  arrival: Story['arrival'],
  lost: string[]
): SectionSide {
  const side = server.as()
  const unchanged = new Set<string>()
  const versionOf = (key: string): number => server.past.get(key)?.length ?? 0
  return {
    ...side,
    save: (id, answers) => {
      const named = answers.map(one => ({ key: cellKey(one), at: `${cellKey(one)} ${one.base_version}` }))
      // A save that changes nothing leaves no version that would keep out a request from before it.
      if (arrival.isLate && named.some(({ at }) => unchanged.has(at))) return err('Too late.')
      const before = named.map(({ key, at }) => ({
        key,
        at,
        value: server.valueOf(key),
        version: versionOf(key)
      }))
      const reply = side.save(id, answers)
      for (const { key, at, value, version } of before) {
        if (versionOf(key) === version) unchanged.add(at)
        else if (Number(value) > OTHERS_ABOVE && !seen.has(value)) lost.push(`${key} ${String(value)}`)
      }
      return reply
    }
  }
}

const still = { tab: 0, key: KEYS[0] ?? '', text: '', fault: 'lost', time: 2 }
/** Stories that once went wrong. */
const told: Step[][] = [
  [
    { ...still, does: 'type', tab: 1, text: '1' },
    { ...still, does: 'other' },
    { ...still, does: 'type' }
  ]
]

test('whatever is typed and whatever goes wrong: what was meant arrives, nothing of others is lost unseen, and nobody is told that it is saved before', async () => {
  const play = async (steps: Step[]): Promise<void> => {
    globalThis.indexedDB = new IDBFactory()
    const server = sectionServer(aSection(aGrid(1, 2)))
    const seen = new Set<Value>()
    const overwritten: string[] = []
    const arrival = { isLate: false }
    const tabs: Tab[] = []
    const desk = openDesk(watched(server, seen, arrival, overwritten))
    const look = ({ conflict, edit, answer }: CellState): void => {
      if (conflict !== null) seen.add(conflict.theirs.value)
      if (edit === null) seen.add(answer.value)
    }
    const open = async (): Promise<Tab> => {
      const tab = await desk.open()
      for (const key of KEYS) look(stateOf(tab, key))
      tab.engine.store.observe({ cellChanged: (_key, _before, after) => look(after) })
      return tab
    }
    const story: Story = {
      server,
      desk: { ...desk, open },
      tabs,
      lastTab: null,
      meant: new Map(),
      fresh: new Set(),
      late: [],
      arrival,
      others: 0
    }
    for (let index = 0; index < 2; index += 1) tabs.push(await open())
    for (const one of steps) {
      await take(story, one)
      expectHonest(story)
    }
    await heal(story)
    expectHealed(story)
    expect(overwritten).toEqual([])
  }
  const stories = fc.array(step, { minLength: 1, maxLength: 30 })
  await fc.assert(fc.asyncProperty(stories, play), {
    numRuns: Number(process.env['PROPERTY_RUNS'] ?? 50),
    examples: told.map(one => [one])
  })
}, 300_000)
