// What programmes cost in a build: `npm run bench:build [-- --sizes 1,10,100,1000] [--only code,sites,naive]`. Beside it, in the same run, one naive `astro build` per
// programme (a few are measured and the rest is extrapolated, and marked so), and a bare write and hard links of the same files.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { linkSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { loadProgrammes } from '#programme/load.ts'
import { median, table } from './figures.ts'
import { writeProgrammes } from './programme-files.ts'
import { chosenParts, mayBegin, reportFigures, type Figure } from './report.ts'

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1,10,100,1000' },
    naive: { type: 'string', default: '3' },
    only: { type: 'string' }
  }
})
const sizes = values.sizes.split(',').map(Number)
const parts = chosenParts(['code', 'sites', 'naive'], values.only)
const naiveRuns = Number(values.naive)
const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '')
mkdirSync(join(root, '.build'), { recursive: true })
const folder = mkdtempSync(join(root, '.build/bench-'))

interface Run {
  wall: number
  cpu: number
  peak: number
}

/** Runs a node script and adds up what it and every process it starts tell of themselves when they end. */
async function measure(words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Run> {
  const report = join(folder, 'usage.txt')
  rmSync(report, { force: true })
  const tell = `process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
    const line = JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, peak: maxRSS / 1024 }) + '\\n'
    process.getBuiltinModule('node:fs').appendFileSync(${JSON.stringify(report)}, line)
  })`
  const started = performance.now()
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: {
      ...process.env,
      ...env,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(tell)}`,
      ASTRO_TELEMETRY_DISABLED: '1'
    },
    stdio: ['ignore', 'ignore', 'pipe']
  })
  const [said, [status]] = await Promise.all([text(child.stderr), once(child, 'close')])
  const wall = (performance.now() - started) / 1000
  if (status !== 0) throw new Error(said)
  const lines = readFileSync(report, 'utf8').trim().split('\n')
  const own = lines.map(line => JSON.parse(line) as { cpu: number; peak: number })
  return {
    wall,
    cpu: own.reduce((sum, run) => sum + run.cpu, 0),
    peak: Math.max(...own.map(run => run.peak))
  }
}

function programmesFolder(count: number): string {
  const directory = join(folder, String(count))
  writeProgrammes(directory, count)
  return directory
}

const build = (directory: string) =>
  measure([join(root, 'scripts/build.ts'), '--root', directory, '--out', join(directory, 'dist'), '--json'])

/** The least that any way of writing these files takes: the same bytes and the same links, from memory. */
function bareWrite(site: string, count: number): number {
  const entries = readdirSync(site, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const files = entries.map(entry => {
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(site.length + 1)
    return {
      path,
      name,
      content: name.startsWith('assets/') || name.startsWith('fonts/') ? undefined : readFileSync(path)
    }
  })
  const started = performance.now()
  for (let index = 0; index < count; index++) {
    const target = join(folder, 'bare', String(index))
    for (const directory of new Set(files.map(file => dirname(file.name))))
      mkdirSync(join(target, directory), { recursive: true })
    for (const { path, name, content } of files) {
      if (content === undefined) linkSync(path, join(target, name))
      else writeFileSync(join(target, name), content)
    }
  }
  return (performance.now() - started) / 1000
}

const seconds = (value: number): string => `${value.toFixed(2)} s`

function row(what: string, programmes: number, run: Run): Record<string, string | number> {
  return {
    what,
    programmes,
    wall: seconds(run.wall),
    cpu: seconds(run.cpu),
    'peak memory': `${Math.round(run.peak)} MiB`
  }
}

type Row = Record<string, string | number>

/** The code and the sites, with nothing kept from an earlier build. */
async function buildCode(): Promise<Row[]> {
  rmSync(join(root, '.build/shell'), { recursive: true, force: true })
  const rows = [row('code and sites, nothing kept', 1, await build(programmesFolder(1)))]
  rmSync(join(folder, '1'), { recursive: true })
  return rows
}

async function buildAllSites(figures: Figure[]): Promise<Row[]> {
  const rows: Row[] = []
  const runs = new Map<number, Run>()
  // The code, which is not measured here.
  await build(programmesFolder(1))
  rmSync(join(folder, '1'), { recursive: true })
  for (const size of sizes) {
    if (!mayBegin(`${size} programmes`)) continue
    const directory = programmesFolder(size)
    const first = await build(directory)
    runs.set(size, first)
    rows.push(row('sites, code kept', size, first))
    rows.push(row('nothing changed', size, await build(directory)))
    const file = join(directory, 'programmes/p1.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/#[\da-f]{6}/, '#b4470b'))
    rows.push(row('one colour changed', size, await build(directory)))
  }
  const [smallest, largest] = [Math.min(...runs.keys()), Math.max(...runs.keys())]
  const bare = bareWrite(join(folder, String(largest), 'dist/p1'), largest)
  rows.push({
    what: 'bare write of the same files',
    programmes: largest,
    wall: seconds(bare),
    cpu: '',
    'peak memory': ''
  })
  if (largest > smallest) {
    const each = (field: 'wall' | 'cpu'): number =>
      ((runs.get(largest)![field] - runs.get(smallest)![field]) / (largest - smallest)) * 1000
    figures.push(
      { what: 'each further programme, ms of processor time', value: each('cpu'), target: 3 },
      { what: 'each further programme, ms', value: each('wall') },
      {
        what: 'each further programme ÷ a bare write of the same files',
        value: each('wall') / ((bare / largest) * 1000)
      }
    )
  }
  return rows
}

/** What a build of Astro's for each programme would take, from the median of a few that are measured one after another. */
async function buildNaively(): Promise<Row[]> {
  const naive: Run[] = []
  // A programme of the project, because each naive build reads its one programme from there.
  const loaded = loadProgrammes({ root })
  const codes = loaded.ok ? loaded.value.programmes.map(it => it.programme.code) : []
  for (let index = 0; index < naiveRuns; index++) {
    if (!mayBegin(`naive build ${index + 1}`)) break
    const code = codes[index % codes.length] ?? ''
    const astro = join(root, 'node_modules/astro/bin/astro.mjs')
    const words = [astro, 'build', '--outDir', join(folder, `naive-${index}`)]
    naive.push(await measure(words, { PROGRAMME: code }))
  }
  if (naive.length === 0) return []
  const peak = Math.max(...naive.map(run => run.peak))
  const [wall, cpu] = [median(naive.map(run => run.wall)), median(naive.map(run => run.cpu))]
  return sizes.map(size =>
    row(`astro build per programme${size <= naiveRuns ? '' : ', extrapolated'}`, size, {
      wall: wall * size,
      cpu: cpu * size,
      peak
    })
  )
}

async function bench(): Promise<void> {
  const figures: Figure[] = []
  const rows: Row[] = []
  if (parts.has('code')) rows.push(...(await buildCode()))
  if (parts.has('sites')) rows.push(...(await buildAllSites(figures)))
  if (parts.has('naive')) rows.push(...(await buildNaively()))
  console.log(`${table(rows)}\n`)
  reportFigures('build', 'figure', figures)
}

await bench().finally(() => rmSync(folder, { recursive: true, force: true }))
