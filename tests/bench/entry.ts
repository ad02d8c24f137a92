// A section of numbers opened and typed into, beside other ways to make such a page, in the same browser, turn by turn:
// npm run bench:entry [-- --cells 60,2000] [--rounds 3] [--typed 10] [--only form,screen] [--no-peers] [--reset] [--trace] [--slow 4].
// Machines are noisy: read the ratios. With --trace it lists instead what the main thread does for a key, in rows that add up; with --slow the
// slowest 2 % of keys while the processor is slowed down that many times, and with both what the main thread does in those.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { chromiumArguments, installChromium } from '#tests/support/browser.ts'
import { writeFloor } from './entry/floor.ts'
import { costsOfKeys, visit, type Subject, type Visit } from './entry/measure.ts'
import { here, pages } from './entry/pages.ts'
import { openSite, type TableShape } from './entry/site.ts'
import { traceDigits, traceOpening, traceTyping, type Trace } from './entry/trace.ts'
import {
  ARRIVED,
  BARE,
  CONTAINED,
  figuresOf,
  FORM,
  PLAIN,
  RUN,
  SAVING,
  SCREEN,
  type Medians
} from './entry/verdicts.ts'
import { median, quantileOf, table } from './figures.ts'
import { buildPages, fileOf, installPeers } from './peer-pages.ts'
import { chosenParts, mayBegin, reportFigures, type Figure } from './report.ts'
import { serveFolder } from './serve-folder.ts'

const COLUMNS = 10

const { values: options } = parseArgs({
  options: {
    cells: { type: 'string', default: '60,2000' },
    rounds: { type: 'string', default: '3' },
    typed: { type: 'string', default: '10' },
    peers: { type: 'boolean', default: true },
    reset: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
    slow: { type: 'string' },
    only: { type: 'string' }
  },
  allowNegative: true
})
const shapes: TableShape[] = options.cells
  .split(',')
  .map(cells => ({ rows: Number(cells) / COLUMNS, columns: COLUMNS }))
const parts = chosenParts(['form', 'screen'], options.only)
const wanted = pages.filter(page => options.peers || page.isPeer !== true)
/** Peers serve only as a comparison: one visit each to the smallest table leaves time for the rest. */
const peers = new Set(pages.filter(({ isPeer }) => isPeer).map(({ name }) => name))

if (options.peers) installPeers(here)
const folder = await buildPages(
  here,
  join(fileURLToPath(new URL('../../', import.meta.url)), '.build/bench-entry'),
  wanted
)
const site = await openSite(shapes, options.reset)
const server = await serveFolder(folder)
const browser = await chromium.launch({ executablePath: installChromium(), args: chromiumArguments })

function subjects(shape: TableShape): [string, Subject][] {
  const size = `rows=${shape.rows}&columns=${shape.columns}`
  const path = site.pathOf(shape)
  const onSite = (at: string, cell: string): Subject => ({
    url: `${site.url}${at}`,
    cell,
    cookie: { name: 'token', value: site.token, url: site.url }
  })
  const screen: [string, Subject][] = [
    [SCREEN, onSite(path, '[role=grid] input')],
    [ARRIVED, onSite(writeFloor(site.folder, path, 'arrived'), 'input')],
    [RUN, onSite(writeFloor(site.folder, path, 'run'), 'input')]
  ]
  return [
    ...(parts.has('screen') ? screen : []),
    ...wanted.map((page): [string, Subject] => [
      page.name,
      { url: `${server.url}/${fileOf(page)}?${size}${page.query ?? ''}`, cell: page.cell }
    ])
  ]
}

/** The pages that draw nothing have a field that stands for none of the section's. */
const hasCells = (name: string): boolean => name !== ARRIVED && name !== RUN

/** Other numbers in each round: what is saved already would not be saved again. */
const numbersOf = (round: number): number[] =>
  Array.from(
    { length: Number(options.typed) },
    (_, cell) => 100 + ((Date.now() + 137 * round + 11 * cell) % 700)
  )

function mediansOf(visits: readonly Visit[]): Medians {
  const of = (field: keyof Visit): number => median(visits.map(one => one[field] ?? Number.NaN))
  return {
    open: of('open'),
    mount: of('mount'),
    openCpu: of('openCpu'),
    key: of('key'),
    tab: of('tab'),
    heap: of('heap'),
    cells: of('cells')
  }
}

/** The form alone gets the same replies of the API for the same table. */
async function serveSection(shape: TableShape): Promise<void> {
  writeFileSync(
    join(folder, `section-${shape.rows * shape.columns}.json`),
    JSON.stringify(await site.readSection(shape))
  )
}

async function measure(shape: TableShape): Promise<Map<string, Medians>> {
  await serveSection(shape)
  const turns = subjects(shape).filter(([name]) => shape === shapes[0] || !peers.has(name))
  const visits = new Map<string, Visit[]>(turns.map(([name]) => [name, []]))
  for (let round = 0; round < Number(options.rounds); round++) {
    if (round > 0 && !mayBegin(`round ${round + 1} of ${shape.rows * shape.columns} cells`)) break
    for (const [name, subject] of turns)
      if (round === 0 || !peers.has(name))
        visits.get(name)?.push(await visit(browser, subject, hasCells(name) ? numbersOf(round) : []))
  }
  return new Map([...visits].map(([name, all]) => [name, mediansOf(all)]))
}

const fixed = (value: number, digits: number): string => (Number.isFinite(value) ? value.toFixed(digits) : '')

function print(shape: TableShape, found: Map<string, Medians>): void {
  const ratio = (name: string, field: keyof Visit, to: string): string => {
    const value = (found.get(name)?.[field] ?? Number.NaN) / (found.get(to)?.[field] ?? Number.NaN)
    return Number.isFinite(value) ? `${fixed(value, 2)}×` : ''
  }
  console.log(
    `\n${shape.rows * shape.columns} cells, ${shape.rows} rows of ${shape.columns}; medians of ${options.rounds} rounds\n`
  )
  console.log(
    table(
      [...found].map(([page, medians]) => ({
        page,
        'open ms': fixed(medians.open, 0),
        '× plain': ratio(page, 'open', PLAIN),
        'mount ms': fixed(medians.mount, 0),
        'mount × plain': ratio(page, 'mount', PLAIN),
        'open CPU ms': fixed(medians.openCpu, 0),
        'key ms': fixed(medians.key, 2),
        'key × contained': ratio(page, 'key', CONTAINED),
        'Tab ms': fixed(medians.tab, 2),
        'Tab × contained': ratio(page, 'tab', CONTAINED),
        'heap MB': fixed(medians.heap / 1e6, 1),
        'heap × bare React': ratio(page, 'heap', BARE),
        'fields there': fixed(medians.cells, 0)
      }))
    )
  )
}

async function measureSlowed(shape: TableShape): Promise<Figure[]> {
  await serveSection(shape)
  const costs: Record<string, number[]> = {}
  for (let round = 0; round < Number(options.rounds); round++)
    for (const [name, subject] of tracedSubjects(shape))
      (costs[name] ??= []).push(
        ...(await costsOfKeys(browser, subject, numbersOf(round), Number(options.slow)))
      )
  const slowest = (name: string): number => quantileOf(costs[name] ?? [], 0.98)
  return [SCREEN, FORM].map(name => ({
    what: `slowest 2 % of keys, ${shape.rows * shape.columns} cells, ${options.slow} times slower: ${name} ÷ ${CONTAINED}`,
    value: slowest(name) / slowest(CONTAINED),
    target: 1.5
  }))
}

const totalOf = (trace: Trace): number => [...trace.values()].reduce((sum, time) => sum + time, 0)

const slowestOf = (traces: readonly Trace[]): readonly Trace[] =>
  traces.toSorted((one, other) => totalOf(other) - totalOf(one)).slice(0, Math.ceil(traces.length / 50))

const tracedSubjects = (shape: TableShape): [string, Subject][] =>
  subjects(shape).filter(([name]) => [SCREEN, FORM, SAVING, CONTAINED].includes(name))

/** Milliseconds by step, for each page; the mean of what `choose` takes from all rounds. */
async function printTrace(
  shape: TableShape,
  what: string,
  trace: (subject: Subject, round: number) => Promise<readonly Trace[]>,
  choose = (traces: readonly Trace[]): readonly Trace[] => traces
): Promise<void> {
  const pagesTraced = tracedSubjects(shape)
  const traces = new Map<string, Trace[]>(pagesTraced.map(([name]) => [name, []]))
  for (let round = 0; round < Number(options.rounds); round++)
    for (const [name, subject] of pagesTraced) traces.get(name)?.push(...(await trace(subject, round)))
  const times: Record<string, Record<string, number>> = {}
  for (const [name, all] of traces) {
    const chosen = choose(all)
    for (const [step, time] of chosen.flatMap(one => [...one])) {
      const row = (times[step] ??= {})
      row[name] = (row[name] ?? 0) + time / chosen.length
    }
  }
  const rowOf = (step: string, of: (name: string) => number) => ({
    step,
    ...Object.fromEntries(pagesTraced.map(([name]) => [name, of(name).toFixed(2)]))
  })
  const rows = Object.entries(times).toSorted(
    ([, one], [, other]) => (other[SCREEN] ?? 0) - (one[SCREEN] ?? 0)
  )
  console.log(`\n${shape.rows * shape.columns} cells, ${what}\n`)
  console.log(
    table([
      ...rows.map(([step, row]) => rowOf(step, name => row[name] ?? 0)),
      rowOf('all', name => rows.reduce((sum, [, row]) => sum + (row[name] ?? 0), 0))
    ])
  )
}

const figures: Figure[] = []
try {
  for (const shape of shapes) {
    if (!mayBegin(`${shape.rows * shape.columns} cells`)) continue
    if (options.trace && options.slow !== undefined) {
      await serveSection(shape)
      await printTrace(
        shape,
        `milliseconds of the main thread for the slowest 2 % of keys, ${options.slow} times slower`,
        (subject, round) => traceDigits(browser, subject, numbersOf(round), Number(options.slow)),
        slowestOf
      )
      continue
    }
    if (options.trace) {
      await serveSection(shape)
      await printTrace(
        shape,
        'milliseconds of the main thread until the first cell can be typed into',
        async subject => [await traceOpening(browser, subject)]
      )
      await printTrace(shape, 'milliseconds of the main thread for a key or Tab', async (subject, round) => [
        await traceTyping(browser, subject, numbersOf(round))
      ])
      continue
    }
    if (options.slow !== undefined) {
      figures.push(...(await measureSlowed(shape)))
      continue
    }
    const found = await measure(shape)
    print(shape, found)
    figures.push(...figuresOf(shape, found))
  }
} finally {
  await browser.close()
  await server.close()
  await site.close()
}
console.log()
if (!options.trace) reportFigures('entry', 'times', figures)
