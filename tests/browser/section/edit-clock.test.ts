import { expect, test } from 'vitest'
import { createEditClock } from '#browser/section/state/edit-clock.ts'

/** Tabs of one device, whose clock and storage they share. */
function device() {
  let [stored, present, writes] = ['', 1_000_000, 0]
  const newest = {
    read: () => stored,
    write: (edit: string) => {
      stored = edit
      writes += 1
    }
  }
  return {
    openTab: (name: string) => createEditClock(name, () => present, newest),
    pass: (milliseconds: number) => void (present += milliseconds),
    writes: () => writes
  }
}

test('each edit is later than all before it, in whatever tab, also after the clock was set back', () => {
  const { openTab, pass } = device()
  const tabs = [openTab('b'), openTab('a')]
  const edits: string[] = []
  // Sixty edits to and fro between the tabs, 0 to 600 ms apart, and now and then an hour back; one tab is opened anew on the way.
  for (let turn = 0; turn < 60; turn++) {
    pass(turn % 17 === 16 ? -3_600_000 : (turn * 7 * 53) % 601)
    if (turn === 30) tabs[0] = openTab('c')
    edits.push(tabs[Math.floor(turn / 2) % 3 === 0 ? 0 : 1]!.next())
  }
  expect(edits).toEqual(edits.toSorted())
  expect(new Set(edits).size).toBe(edits.length)
})

test('a tab whose keys follow each other writes once a second', () => {
  const { openTab, pass, writes } = device()
  const tab = openTab('a')
  for (let key = 0; key < 100; key++) {
    tab.next()
    pass(100)
  }
  expect(writes()).toBe(10)
})
