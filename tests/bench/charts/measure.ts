// What a reader waits for: a page until its chart is drawn, a chart until it is drawn after a click, and a chart until a line is gone or back.

import { setTimeout as wait } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'
import type { Browser, Page, Response } from '@playwright/test'

export interface Subject {
  /** Opens the chart with the page. */
  url: string
  cookie?: { name: string; value: string; url: string }
  /** An expression of the page: whether every bar is drawn. */
  isDrawn: string
  /** An expression of the page: changes with each drawing. */
  version: string
  /** Leads to a page that has drawn such a chart before, and returns the link or button that opens it. */
  prepare: (page: Page) => Promise<string>
  /** The switch of an average. */
  toggle: string
}

interface Bench {
  chartBench: { took: number }
}

// Done is what a task of the page's own finds after the frame that shows it. A click counts from the moment of the input.
const harness = (isDrawn: string): string => `(() => {
  const bench = (window.chartBench = {
    took: 0,
    isDone: null,
    begin(isDone, at) {
      bench.took = 0
      const look = () => {
        if (!isDone()) return requestAnimationFrame(look)
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => (bench.took = performance.now() - at)
        port2.postMessage(null)
      }
      requestAnimationFrame(look)
    }
  })
  addEventListener('click', event => { if (bench.isDone) bench.begin(bench.isDone, event.timeStamp); bench.isDone = null }, true)
  bench.begin(() => Boolean(${isDrawn}), 0)
})()`

async function newPage(browser: Browser, { cookie, isDrawn }: Subject): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 800 } })
  if (cookie) await context.addCookies([cookie])
  const page = await context.newPage()
  await page.addInitScript(harness(isDrawn))
  return page
}

async function taken(page: Page): Promise<number> {
  await page.waitForFunction(() => (window as unknown as Bench).chartBench.took > 0, undefined, {
    timeout: 120_000,
    polling: 20
  })
  return page.evaluate(() => (window as unknown as Bench).chartBench.took)
}

/** Clicks, and returns how long it took until `isDone`. */
async function timeClick(page: Page, target: string, isDone: string): Promise<number> {
  await page.evaluate(`Object.assign(window.chartBench, { took: 0, isDone: () => Boolean(${isDone}) })`)
  await page.locator(target).first().click()
  return taken(page)
}

/** Milliseconds from the navigation to the drawn chart with nothing in the cache, and the bytes of code that took, in brotli. */
export async function timeNavigation(
  browser: Browser,
  subject: Subject
): Promise<{ took: number; code: number }> {
  const page = await newPage(browser, subject)
  const scripts: Response[] = []
  page.on('response', response => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(response)
  })
  await page.goto(subject.url)
  const took = await taken(page)
  const sizes = await Promise.all(scripts.map(async script => sizeOf(script.url(), await script.body())))
  await page.context().close()
  return { took, code: sizes.reduce((sum, size) => sum + size, 0) }
}

const known = new Map<string, number>()

function sizeOf(url: string, body: Buffer): number {
  const size = known.get(url) ?? brotliCompressSync(body).length
  known.set(url, size)
  return size
}

export interface Clicks {
  /** From a click to the drawn chart once its code is there. */
  click: number
  /** From a click on a switch to the frame without or with the line. */
  toggle: number[]
  /** Milliseconds of the main thread's time for it, whatever runs later included. */
  toggleCpu: number
}

export async function timeClicks(browser: Browser, subject: Subject, toggles: number): Promise<Clicks> {
  const page = await newPage(browser, subject)
  await page.goto(subject.url)
  await taken(page)
  const target = await subject.prepare(page)
  await wait(500)
  const click = await timeClick(page, target, subject.isDrawn)
  const wire = await page.context().newCDPSession(page)
  await wire.send('Performance.enable', { timeDomain: 'threadTicks' })
  const mainThread = async (): Promise<number> => {
    const { metrics } = await wire.send('Performance.getMetrics')
    return (metrics.find(metric => metric.name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
  await wait(1000)
  const toggle: number[] = []
  const before = await mainThread()
  for (let turn = 0; turn < toggles; turn++) {
    await page.evaluate(`window.chartBench.before = ${subject.version}`)
    toggle.push(await timeClick(page, subject.toggle, `${subject.version} !== window.chartBench.before`))
    await wait(300)
  }
  const toggleCpu = ((await mainThread()) - before) / toggles
  await page.context().close()
  return { click, toggle, toggleCpu }
}

export interface Scrolling {
  /** Frames per second, and the share of frames that took longer than one and a half of a screen's. */
  frames: number
  late: number
}

const FRAME = 1000 / 60

/** Scrolls a page from its top to its end: first what is drawn as it comes into sight, then back up. */
export async function timeScrolling(
  browser: Browser,
  subject: Subject,
  path: string
): Promise<{ first: Scrolling; again: Scrolling }> {
  const page = await newPage(browser, subject)
  await page.goto(path)
  // A small chart of the screen is a still picture.
  await page.locator('canvas, .barlayer, svg[data-chart]').first().waitFor({ timeout: 60_000 })
  await wait(2000)
  const wire = await page.context().newCDPSession(page)
  const scroll = async (direction: 1 | -1): Promise<Scrolling> => {
    await page.evaluate(() => {
      const frames: number[] = []
      Object.assign(window, { benchFrames: frames, benchRuns: true })
      const next = (now: number): void => {
        frames.push(now)
        if ((window as unknown as { benchRuns: boolean }).benchRuns) requestAnimationFrame(next)
      }
      requestAnimationFrame(next)
    })
    const distance = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
    await wire.send('Input.synthesizeScrollGesture', {
      x: 600,
      y: 400,
      yDistance: -direction * distance,
      speed: 1200,
      gestureSourceType: 'mouse'
    })
    const frames = await page.evaluate(() => {
      Object.assign(window, { benchRuns: false })
      return (window as unknown as { benchFrames: number[] }).benchFrames
    })
    const gaps = frames.slice(1).map((at, index) => at - frames[index]!)
    const total = gaps.reduce((sum, gap) => sum + gap, 0)
    return {
      frames: (gaps.length / total) * 1000,
      late: gaps.filter(gap => gap > 1.5 * FRAME).length / gaps.length
    }
  }
  const first = await scroll(1)
  const again = await scroll(-1)
  await page.context().close()
  return { first, again }
}
