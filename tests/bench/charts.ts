// A chart opened and drawn again beside other ways to draw it, in the same browser, turn by turn:
// npm run bench:charts [-- --bars 300,1000] [--rounds 7] [--toggles 6] [--charts 40] [--only drawing,scrolling]. Machines are noisy: read the ratios.

import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { MINUTE_MS } from '#lib/time/clock.ts'
import { leanPlotly } from '#sites/shell/lean-plotly.ts'
import { chromiumArguments, installChromium } from '#tests/support/browser.ts'
import { timeClicks, timeNavigation, timeScrolling, type Scrolling, type Subject } from './charts/measure.ts'
import { CANVAS, ECHARTS, FULL, here, OWN, pages, PARTIAL } from './charts/pages.ts'
import { openSite, type ChartSite } from './charts/site.ts'
import { median, table } from './figures.ts'
import { buildPages, fileOf, installPeers, type BenchPage } from './peer-pages.ts'
import { chosenParts, mayBegin, reportFigures, type Figure } from './report.ts'
import { serveFolder } from './serve-folder.ts'

const SCREEN = 'chart screen, site and API'
/** Where the screen is scrolled, this is what it is compared with. */
const SCROLLED = new Set([OWN, PARTIAL, ECHARTS, CANVAS])

const { values: options } = parseArgs({
  options: {
    bars: { type: 'string', default: '300,1000' },
    rounds: { type: 'string', default: '7' },
    toggles: { type: 'string', default: '6' },
    charts: { type: 'string', default: '40' },
    only: { type: 'string' }
  }
})
const parts = chosenParts(['drawing', 'scrolling'], options.only)
const rounds = Number(options.rounds)
const toggles = Number(options.toggles)
const charts = Number(options.charts)

installPeers(here)
const root = fileURLToPath(new URL('../../', import.meta.url))
const isOwn = (page: BenchPage): boolean => page.name === OWN
const work = join(root, '.build/bench-charts')
// Ours is built as the sites are; what others take is left as it comes.
const own = await buildPages(here, join(work, 'own'), pages.filter(isOwn), [leanPlotly(root)])
const others = await buildPages(
  here,
  join(work, 'others'),
  pages.filter(page => !isOwn(page))
)
const ownServer = await serveFolder(own)
const server = await serveFolder(others)
const browser = await chromium.launch({ executablePath: installChromium(), args: chromiumArguments })

const stagePage = (url: string): Subject => ({
  url: `${url}&open`,
  isDrawn: 'Number(document.documentElement.dataset.drawn) > 0',
  version: 'document.documentElement.dataset.drawn',
  prepare: async page => {
    await page.getByRole('button', { name: 'Close' }).click()
    return 'button:text-is("Open")'
  },
  toggle: 'button:text-is("Mean")'
})

function screenOf(site: ChartSite, bars: number): Subject {
  const [first, second] = site.charts
  const path = (href: string): string => href.split('?')[0]!
  const link = (href: string): string => `main a[href^="${path(href)}"]`
  return {
    url: site.url + first!.path,
    cookie: { name: 'token', value: site.token, url: site.url },
    isDrawn: `document.querySelectorAll('.barlayer .point').length >= ${bars}`,
    version: `[...document.querySelectorAll('.infolayer .annotation-text')].map(text => text.textContent).join()`,
    // From the chart that the page opened with to its group, and from there to another one.
    prepare: async page => {
      await page.evaluate(href => {
        history.pushState(null, '', href)
        dispatchEvent(new PopStateEvent('popstate'))
      }, site.group)
      await page.locator(link(second!.path)).first().waitFor()
      await page.waitForLoadState('networkidle')
      return link(second!.path)
    },
    toggle: 'button:text-is("Mean")'
  }
}

interface Found {
  navigation: number[]
  click: number[]
  toggle: number[]
  toggleCpu: number[]
  code: number
}

async function measure(turns: readonly [string, Subject][]): Promise<Map<string, Found>> {
  const found = new Map<string, Found>(
    turns.map(([name]) => [name, { navigation: [], click: [], toggle: [], toggleCpu: [], code: 0 }])
  )
  for (let round = 0; round < rounds; round++) {
    if (round > 0 && !mayBegin(`drawing, round ${round + 1} of ${rounds}`)) break
    for (const [name, subject] of turns) {
      const of = found.get(name)!
      const { took, code } = await timeNavigation(browser, subject)
      of.navigation.push(took)
      of.code = code
      const clicks = await timeClicks(browser, subject, toggles)
      of.click.push(clicks.click)
      of.toggle.push(...clicks.toggle)
      of.toggleCpu.push(clicks.toggleCpu)
    }
  }
  return found
}

function print(found: ReadonlyMap<string, Found>): void {
  const times = (name: string, of: string, field: 'navigation' | 'click' | 'toggle' | 'toggleCpu'): string =>
    `${(median(found.get(name)![field]) / median(found.get(of)![field])).toFixed(2)}×`
  console.log(
    table(
      [...found].map(([page, all]) => ({
        page,
        'navigation ms': median(all.navigation).toFixed(0),
        '× full plotly': times(page, FULL, 'navigation'),
        'code kB': (all.code / 1000).toFixed(0),
        'of its code': `${(all.code / found.get(FULL)!.code).toFixed(2)}×`,
        'click ms': median(all.click).toFixed(0),
        '× echarts': times(page, ECHARTS, 'click'),
        'toggle ms': median(all.toggle).toFixed(1),
        'toggle × echarts': times(page, ECHARTS, 'toggle'),
        'toggle × partial': times(page, PARTIAL, 'toggle'),
        'toggle CPU ms': median(all.toggleCpu).toFixed(1),
        'CPU × echarts': times(page, ECHARTS, 'toggleCpu'),
        'CPU × partial': times(page, PARTIAL, 'toggleCpu')
      }))
    )
  )
}

/** What the screen may take, as multiples of what others take. */
function figuresOf(bars: number, found: ReadonlyMap<string, Found>): Figure[] {
  const times = (field: 'navigation' | 'click' | 'toggle', of: string): number =>
    median(found.get(SCREEN)![field]) / median(found.get(of)![field])
  return [
    {
      what: `${bars} bars, opening the page ÷ full plotly without calls`,
      value: times('navigation', FULL),
      target: 0.65
    },
    { what: `${bars} bars, a click ÷ echarts`, value: times('click', ECHARTS), target: 1.5 },
    { what: `${bars} bars, switching an average ÷ echarts`, value: times('toggle', ECHARTS), target: 1.5 }
  ]
}

async function printScrolling(turns: readonly [string, Subject, string][]): Promise<Figure[]> {
  const figures: Figure[] = []
  const shown = ({ frames, late }: Scrolling): string =>
    `${frames.toFixed(0)} (${(late * 100).toFixed(0)}% late)`
  const rows = []
  for (const [page, subject, path] of turns) {
    const { first, again } = await timeScrolling(browser, subject, path)
    if (page === SCREEN)
      for (const [what, { late }] of Object.entries({ first, again }))
        figures.push({
          what: `${charts} small charts scrolled, ${what}: % of late frames`,
          value: late * 100,
          target: 5
        })
    rows.push({ page, 'first, frames/s': shown(first), 'again, frames/s': shown(again) })
  }
  console.log(`\n${charts} small charts, scrolled\n\n${table(rows)}`)
  return figures
}

const figures: Figure[] = []
try {
  for (const bars of options.bars.split(',').map(Number)) {
    if (!mayBegin(`${bars} bars`, 2 * MINUTE_MS)) continue
    const site = await openSite(bars, charts)
    try {
      for (const folder of [own, others])
        writeFileSync(join(folder, `chart-${bars}.json`), JSON.stringify(site.data))
      const address = (page: BenchPage): string =>
        `${(isOwn(page) ? ownServer : server).url}/${fileOf(page)}?bars=${bars}`
      const drawn = site.data.series[0]!.values.filter(one => one.value !== null).length
      const screen = screenOf(site, drawn)
      console.log(`\n${drawn} bars, 4 lines; medians of ${rounds} rounds; load ${loadavg()[0]!.toFixed(1)}\n`)
      if (parts.has('drawing')) {
        const found = await measure([
          [SCREEN, screen],
          ...pages.map((page): [string, Subject] => [page.name, stagePage(address(page))])
        ])
        print(found)
        figures.push(...figuresOf(drawn, found))
      }
      if (!parts.has('scrolling') || !mayBegin('scrolling')) continue
      const scrolled = await printScrolling([
        [SCREEN, screen, site.url + site.groupOfCharts],
        ...pages
          .filter(page => SCROLLED.has(page.name))
          .map((page): [string, Subject, string] => {
            const url = `${address(page)}&open&charts=${charts}`
            return [page.name, stagePage(address(page)), url]
          })
      ])
      figures.push(...scrolled.map(one => ({ ...one, what: `${drawn} bars, ${one.what}` })))
    } finally {
      await site.close()
    }
  }
} finally {
  await browser.close()
  await ownServer.close()
  await server.close()
}
console.log()
reportFigures('charts', 'figure', figures)
