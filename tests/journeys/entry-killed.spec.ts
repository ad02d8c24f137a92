import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect, type BrowserContext, type Page } from '@playwright/test'
import {
  cellNamed,
  expectSaved,
  openTable,
  SAVE,
  savingState,
  storedCells,
  test
} from '#tests/support/entry.ts'
import type { Fault } from '#tests/support/faults.ts'
import { kill } from '#tests/support/kill-browser.ts'
import { chooseInTurn } from '#tests/support/rotation.ts'

// Chromium is killed while someone types: what the page had called kept or saved is there when it is opened again.

// A recording of each step would make the typist slow.
test.use({ trace: 'off' })

/** How the server does in a visit, and when the browser is cut off: after so many entries and, in the one after them, so many keys. */
interface Visit {
  server: 'saves' | 'refuses' | 'falls silent'
  entries: number
  keys: number
}

const allVisits = [
  { server: 'saves', entries: 3, keys: 0 },
  { server: 'refuses', entries: 12, keys: 2 },
  { server: 'falls silent', entries: 40, keys: 0 },
  { server: 'saves', entries: 20, keys: 1 },
  { server: 'refuses', entries: 1, keys: 0 },
  { server: 'falls silent', entries: 40, keys: 0 },
  { server: 'refuses', entries: 24, keys: 3 },
  { server: 'saves', entries: 30, keys: 2 },
  { server: 'refuses', entries: 7, keys: 1 },
  { server: 'refuses', entries: 17, keys: 0 }
] as const satisfies Visit[]
/** One kill every day, after enough entries for a loss to show, as the commit chooses; the long tests go through all of them. */
const visits: readonly Visit[] = process.env['LONG']
  ? allVisits
  : [
      chooseInTurn(
        allVisits.filter(({ entries }) => entries >= 20),
        'kill'
      )
    ]

/** What a cell may show when it is opened again: its newest acknowledged value, or one that was typed after it. */
type Possible = Map<string, Set<string>>

/** The saving state as the page shows it once it has drawn what was typed so far. */
async function drawnState(page: Page): Promise<string> {
  const drawn = () =>
    new Promise<void>(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))
  await page.evaluate(drawn)
  return (await savingState(page).textContent()) ?? ''
}

/** How many cells the page does not say to have kept yet. */
function notKept(state: string): number {
  if (/only on this page/.test(state)) return Infinity
  if (state === 'Saving…') return Infinity
  return Number(/(\d+) (?:answers? )?being stored/.exec(state)?.[1] ?? 0)
}

/** Types cell after cell, as far as the cut or until the browser is gone. Returns how many entries the page had reported as kept. */
async function typeOn(
  page: Page,
  cells: readonly string[],
  [visit, { entries, keys }]: [number, Visit],
  possible: Possible
): Promise<number> {
  const waiting: { cell: string; value: string }[] = []
  let kept = 0
  try {
    for (let entry = 0; entry <= entries; entry++) {
      const cell = cells[(visit * 7 + entry) % cells.length] ?? ''
      const value = String(100 + ((visit * 61 + entry * 13) % 790))
      await cellNamed(page, cell).focus()
      for (const length of entry < entries ? [1, 2, 3] : [1, 2, 3].slice(0, keys)) {
        possible.get(cell)?.add(value.slice(0, length))
        await page.keyboard.press(value.charAt(length - 1))
      }
      if (entry === entries) break
      waiting.push({ cell, value })
      // Cells are kept in the order they were typed in: the last ones are those on their way.
      const acknowledged = waiting.splice(0, Math.max(0, waiting.length - notKept(await drawnState(page))))
      for (const one of acknowledged) possible.set(one.cell, new Set([one.value]))
      kept += acknowledged.length
    }
  } catch (error) {
    if (!page.isClosed()) throw error
  }
  return kept
}

/** Every cell shows, once the drafts of this device are back, something that it may show. */
async function expectNothingLost(page: Page, possible: Possible): Promise<void> {
  const lost = async (): Promise<string[]> => {
    const values = await page
      .getByRole('grid')
      .getByRole('textbox')
      .evaluateAll(fields =>
        fields.map(
          field => [field.getAttribute('aria-label') ?? '', (field as HTMLInputElement).value] as const
        )
      )
    const shown = new Map(values)
    return [...possible]
      .filter(([cell, may]) => !may.has(shown.get(cell) ?? 'no such cell'))
      .map(([cell, may]) => `${cell}: ${shown.get(cell)} instead of ${[...may].join(' or ')}`)
  }
  await expect.poll(lost).toEqual([])
}

test('a killed browser has lost nothing that was called kept or saved', async ({
  wire,
  ask,
  table,
  launchOptions,
  site,
  userAgent
}) => {
  const own = await table({ rows: 10, columns: 4 })
  const possible: Possible = new Map(own.cells.map(cell => [cell, new Set([''])]))
  const folder = await mkdtemp(join(tmpdir(), 'entry-'))
  const open = async (): Promise<[BrowserContext, Page]> => {
    const context = await chromium.launchPersistentContext(folder, {
      ...launchOptions,
      baseURL: site.url,
      ...(userAgent && { userAgent })
    })
    const page = context.pages()[0] ?? (await context.newPage())
    await openTable(page, own)
    await expectNothingLost(page, possible)
    return [context, page]
  }
  /** The server has the cells, but the browser is gone before it hears of it. */
  const cut: Fault = async ({ forward, pass }) => {
    const answer = await forward()
    kill(folder)
    pass(answer)
  }
  const kept = { saves: 0, refuses: 0, 'falls silent': 0 }
  for (const [index, visit] of visits.entries()) {
    const { server } = visit
    const [context, page] = await open()
    const gone = context.waitForEvent('close', { timeout: 0 })
    if (server === 'refuses') wire.fault('status 503', SAVE)
    if (server === 'falls silent') {
      // What earlier visits left is sent first, so that the cut comes amid the typing.
      await expectSaved(page)
      wire.fault(cut, SAVE, { times: 1 })
    }
    kept[server] += await typeOn(page, own.cells, [index, visit], possible)
    if (server !== 'falls silent') kill(folder)
    await gone
    wire.clear()
  }
  const [context, page] = await open()
  await expectSaved(page)
  await expectNothingLost(page, possible)
  const stored = await storedCells(ask, own)
  for (const [cell, may] of possible) expect([...may], cell).toContain(String(stored.get(cell)?.value ?? ''))
  await context.close()
  await rm(folder, { recursive: true, force: true })
  // Enough was acknowledged for a loss to show, and much of it stood on this device alone.
  const enough = { saves: 10, refuses: 10, 'falls silent': 0 }
  for (const { server } of visits) expect(kept[server], server).toBeGreaterThan(enough[server])
})
