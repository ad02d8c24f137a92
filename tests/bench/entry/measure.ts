// One visit to a page of cells: how long until its first cell can be typed into, what a key and a Tab cost, and what stays in memory.

import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

export interface Visit {
  /** Milliseconds from the navigation to the first cell on the screen with the page free to take a key. */
  open: number
  /** The part of it after code and data are there; missing where the page does not tell. */
  mount: number | null
  /** Milliseconds of the main thread's time: opening in all, a key, a Tab. */
  openCpu: number
  key: number
  tab: number
  /** Bytes after a collection. */
  heap: number
  cells: number
}

export interface Subject {
  url: string
  /** Selects the first cell. */
  cell: string
  cookie?: { name: string; value: string; url: string }
}

interface Observed {
  entryBench: Pick<Visit, 'open' | 'mount'>
}

/** Ten keys a second is a quick typist; what a key leaves for later runs before the next one. */
export const PACE = 100

// A cell counts as usable when it is on the screen and a task of the page's own can run after the frame that shows it.
const observe = (cell: string): string => `(() => {
  const seen = (window.entryBench = { open: 0, mount: null })
  const look = () => {
    const field = document.querySelector(${JSON.stringify(cell)})
    if (!field || field.getClientRects().length === 0) return requestAnimationFrame(look)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      seen.open = performance.now()
      const mark = performance.getEntriesByName('mount')[0]
      if (mark) seen.mount = seen.open - mark.startTime
    }
    port2.postMessage(null)
  }
  requestAnimationFrame(look)
})()`

async function mainThread(wire: CDPSession): Promise<number> {
  const { metrics } = await wire.send('Performance.getMetrics')
  return (metrics.find(metric => metric.name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}

/** Presses keys at a typist's pace and returns what each cost the main thread. */
async function costOf(page: Page, wire: CDPSession, keys: readonly string[]): Promise<number> {
  const before = await mainThread(wire)
  for (const key of keys) {
    await page.keyboard.press(key)
    await wait(PACE)
  }
  return ((await mainThread(wire)) - before) / keys.length
}

/** A page that was opened with an empty cache and has become idle. */
interface OpenedCells {
  context: BrowserContext
  page: Page
  wire: CDPSession
  open: number
  mount: number | null
  openCpu: number
}

/** Opens a page of cells, with the cursor in the first once nothing more loads. `begin` is called before. */
export async function openCells(
  browser: Browser,
  { url, cell, cookie }: Subject,
  begin: (wire: CDPSession) => Promise<unknown> = async () => {}
): Promise<OpenedCells> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 800 } })
  if (cookie) await context.addCookies([cookie])
  const page = await context.newPage()
  const wire = await context.newCDPSession(page)
  // The processor's time, not the clock's: another process that is busy does not count.
  await wire.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.addInitScript(observe(cell))
  await begin(wire)
  await page.goto(url)
  await page.waitForFunction(() => (window as unknown as Observed).entryBench.open > 0, undefined, {
    timeout: 120_000,
    polling: 50
  })
  const openCpu = await mainThread(wire)
  const { open, mount } = await page.evaluate(() => (window as unknown as Observed).entryBench)
  await page.waitForLoadState('networkidle')
  await wait(1000)
  await wire.send('HeapProfiler.collectGarbage')
  await wire.send('HeapProfiler.collectGarbage')
  await page.locator(cell).first().focus()
  await wait(500)
  return { context, page, wire, open, mount, openCpu }
}

/** Visits a page and types a number into each cell from the first on, going on with Tab. Without numbers nothing is said of keys. */
export async function visit(browser: Browser, subject: Subject, numbers: readonly number[]): Promise<Visit> {
  const { context, page, wire, ...opened } = await openCells(browser, subject)
  const cells = await page.locator('input').count()
  const heap = (await wire.send('Runtime.getHeapUsage')).usedSize
  let [key, tab] = numbers.length === 0 ? [Number.NaN, Number.NaN] : [0, 0]
  for (const number of numbers) {
    key += (await costOf(page, wire, [...String(number)])) / numbers.length
    tab += (await costOf(page, wire, ['Tab'])) / numbers.length
  }
  await context.close()
  return { ...opened, key, tab, heap, cells }
}
