// First load of /login beside a bare HTML form, an empty React page and a plain Vite + React page with the same form, all served by the same
// server, in the same browser, turn by turn: `npm run bench:load [-- --rounds 9] [--only login,bare,empty,vite]`. Machines are noisy: read the ratios.

import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium, type Browser } from '@playwright/test'
import { build } from 'vite'
import { chromiumArguments, installChromium } from '#tests/support/browser.ts'
import { median, table } from './figures.ts'
import { form, plainPages } from './load-pages.ts'
import { chosenParts, mayBegin, reportFigures } from './report.ts'
import { serveFolder } from './serve-folder.ts'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    programme: { type: 'string', default: 'wards' },
    only: { type: 'string' }
  }
})
const rounds = Number(options.rounds)
const parts = chosenParts(['login', 'bare', 'empty', 'vite'], options.only)

interface Load {
  bytes: number
  scriptBytes: number
  requests: number
  firstPaint: number
  largestPaint: number
  shift: number
  formAlive: number
}

// The form counts as alive when its first field keeps what is typed: text goes in as soon as there is one, and has to be there in the end.
const observe = `(() => {
  const seen = (window.__load = { firstPaint: 0, largestPaint: 0, shift: 0, formAlive: 0 })
  new PerformanceObserver(list => { for (const e of list.getEntries()) if (e.name === 'first-contentful-paint') seen.firstPaint = e.startTime }).observe({ type: 'paint', buffered: true })
  new PerformanceObserver(list => { for (const e of list.getEntries()) seen.largestPaint = e.startTime }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver(list => { for (const e of list.getEntries()) if (!e.hadRecentInput) seen.shift += e.value }).observe({ type: 'layout-shift', buffered: true })
  const isBare = location.pathname.startsWith('/bare')
  const type = field => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, 'a@b')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const isDone = field => isBare || Object.keys(field).some(key => key.startsWith('__reactProps'))
  let typedAt = 0
  const look = () => {
    const field = document.querySelector('input[type=email]')
    if (field && field.value !== 'a@b') {
      type(field)
      typedAt = performance.now()
    }
    if (field && isDone(field) && performance.now() > typedAt + 50) seen.formAlive = typedAt
    else if (performance.now() < 10000) setTimeout(look, 1)
  }
  look()
})()`

async function load(browser: Browser, url: string, hasForm: boolean): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const wire = await context.newCDPSession(page)
  await wire.send('Network.enable')
  const kinds = new Map<string, string>()
  let bytes = 0
  let scriptBytes = 0
  wire.on('Network.responseReceived', event => kinds.set(event.requestId, event.type))
  wire.on('Network.loadingFinished', event => {
    bytes += event.encodedDataLength
    if (kinds.get(event.requestId) === 'Script') scriptBytes += event.encodedDataLength
  })
  await page.addInitScript(observe)
  await page.goto(url, { waitUntil: 'load' })
  if (hasForm)
    await page.evaluate(
      'new Promise(done => { const look = () => (window.__load.formAlive > 0 ? done() : setTimeout(look, 5)); look() })'
    )
  // What the page still fetches on its own belongs to the first load.
  await page.waitForLoadState('networkidle')
  const seen = await page.evaluate<Omit<Load, 'bytes' | 'scriptBytes' | 'requests'>>('window.__load')
  const requests = kinds.size
  await context.close()
  return { ...seen, bytes, scriptBytes, requests }
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = join(root, '.build/bench-load')
mkdirSync(folder, { recursive: true })
for (const [file, text] of Object.entries(plainPages)) writeFileSync(`${folder}/${file}`, text)
writeFileSync(`${folder}/form.css`, form.css)
await build({
  root: folder,
  logLevel: 'error',
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    rolldownOptions: { input: ['empty', 'plain', 'bare'].map(page => join(folder, `${page}.html`)) }
  },
  oxc: { jsx: { runtime: 'automatic' } }
})

execFileSync(process.execPath, [
  join(root, 'scripts/build.ts'),
  '--programme',
  options.programme,
  '--out',
  join(folder, 'sites')
])

const plain = await serveFolder(join(folder, 'dist'))
const site = await serveFolder(join(folder, 'sites', options.programme))
const LOGIN = `/login of ${options.programme}`
const VITE = 'Vite + React, same form'
const pages = [
  { part: 'login' as const, name: LOGIN, url: `${site.url}/login`, hasForm: true },
  { part: 'bare' as const, name: 'bare HTML form', url: `${plain.url}/bare.html`, hasForm: true },
  { part: 'empty' as const, name: 'empty React page', url: `${plain.url}/empty.html`, hasForm: false },
  { part: 'vite' as const, name: VITE, url: `${plain.url}/plain.html`, hasForm: true }
].filter(({ part }) => parts.has(part))

const browser = await chromium.launch({ executablePath: installChromium(), args: chromiumArguments })
const loads = new Map<string, Load[]>(pages.map(page => [page.name, []]))
for (let round = 0; round < rounds; round++) {
  if (round > 0 && !mayBegin(`round ${round + 1} of ${rounds}`)) break
  for (const page of pages) loads.get(page.name)?.push(await load(browser, page.url, page.hasForm))
}

const rows = []
for (const page of pages) {
  const runs = loads.get(page.name) ?? []
  const of = (field: keyof Load) => median(runs.map(run => run[field]))
  rows.push({
    page: page.name,
    'kB on the wire': (of('bytes') / 1000).toFixed(1),
    'kB of script': (of('scriptBytes') / 1000).toFixed(1),
    requests: of('requests'),
    'FCP ms': of('firstPaint').toFixed(0),
    'LCP ms': of('largestPaint').toFixed(0),
    CLS: of('shift').toFixed(4),
    'form alive ms': page.hasForm ? of('formAlive').toFixed(0) : ''
  })
}
console.log(`\n${rounds} rounds, medians; cold cache each time.\n`)
console.log(`${table(rows)}\n`)
const [login, vite] = [LOGIN, VITE].map(name => loads.get(name)?.map(run => run.formAlive))
reportFigures(
  'load',
  'times',
  login && vite
    ? [{ what: `form alive: ${LOGIN} ÷ ${VITE}`, value: median(login) / median(vite), target: 1 }]
    : []
)
await browser.close()
await plain.close()
await site.close()
