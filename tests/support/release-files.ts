// A release as a reader has it: its files alone. The figures are recomputed here in floating point, independently of the server and of recompute.py.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { API_PATH_PREFIX } from '#server/http/environment.ts'
import { linesOfCsv, type FileLine } from './answer-files.ts'
import { programCommand } from './host-programs.ts'
import { periodNamed, projectCoded } from './seeded.ts'
import type { Role, TestServer } from './server.ts'

export type ReleaseFiles = Record<string, Uint8Array>

export interface ReleaseAsk {
  project: string
  period: string
  edition?: number
  role?: Role
  token?: string
}

/** The reply before its file is read. */
export async function startRelease(
  server: TestServer,
  { project, period, edition = 1, role = 'viewer', token }: ReleaseAsk
): Promise<Response> {
  const query = {
    project_id: String(await projectCoded(server, project)),
    time_period_id: String(await periodNamed(server, period)),
    edition_number: String(edition)
  }
  return server.fetch(`http://localhost${API_PATH_PREFIX}/releases/file?${new URLSearchParams(query)}`, {
    headers: { Authorization: `Bearer ${token ?? (await server.tokenOf(role))}` }
  })
}

export async function requestRelease(
  server: TestServer,
  ask: ReleaseAsk
): Promise<{ status: number; bytes: Uint8Array; headers: Headers }> {
  const reply = await startRelease(server, ask)
  return { status: reply.status, bytes: new Uint8Array(await reply.arrayBuffer()), headers: reply.headers }
}

export const readRelease = async (server: TestServer, ask: ReleaseAsk): Promise<ReleaseFiles> =>
  unzipSync((await requestRelease(server, ask)).bytes)

/** On a developer's machine without Python the TypeScript implementation below still runs; CI must have it. */
export const lacksPython = programCommand('python3') === undefined && process.env['CI'] === undefined

/** Runs the program of the release in a folder with its files. */
export function runProgram(files: ReleaseFiles): { status: number | null; text: string } {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
  const { status, stdout, stderr } = spawnSync('python3', [join(folder, 'recompute.py')], {
    encoding: 'utf8'
  })
  rmSync(folder, { recursive: true })
  return { status, text: `${stdout}${stderr}` }
}

export const releaseText = (files: ReleaseFiles, name: string): string =>
  new TextDecoder().decode(files[name])

export const releaseLines = (files: ReleaseFiles, name: string): FileLine[] => linesOfCsv(files[name]!)

/** The files whose checksum is not the one in SHA256SUMS, or that it does not list. */
export function wrongChecksums(files: ReleaseFiles): string[] {
  const sums = new Map(
    releaseText(files, 'SHA256SUMS')
      .trim()
      .split('\n')
      .map(line => [line.slice(66), line.slice(0, 64)])
  )
  const others = Object.keys(files).filter(name => name !== 'SHA256SUMS')
  return [...new Set([...others, ...sums.keys()])].filter(
    name =>
      sums.get(name) !==
      createHash('sha256')
        .update(files[name] ?? '')
        .digest('hex')
  )
}

const CELL = ['questionnaire', 'section', 'sub_section', 'question', 'row', 'column', 'tally'] as const
type Reference = Record<(typeof CELL)[number], string> & { factor: number }

interface ReleasedSeries {
  series: string
  multiplier: number
  is_released: boolean
  value: Reference[]
  numerator: Reference[]
  denominator: Reference[]
}

export interface ReleasedCharts {
  visibility: string
  minimum_count: number
  charts: { chart: string; name: string; decimal_places: number; series: ReleasedSeries[] }[]
}

export const releasedCharts = (files: ReleaseFiles): ReleasedCharts =>
  JSON.parse(releaseText(files, 'charts.json')) as ReleasedCharts

/** Far above the noise of floating point, far below what anyone enters. */
const TOLERANCE = 1e-9

/** How many published figures were compared, and those that differ from what their files give. */
export function recomputeRelease(files: ReleaseFiles): { count: number; faults: string[] } {
  const answers = Map.groupBy(releaseLines(files, 'values.csv'), line => CELL.map(key => line[key]).join('/'))
  const ofSeries = (line: FileLine): string => `${line['chart']}/${line['series']}`
  const figures = Map.groupBy(releaseLines(files, 'figures.csv'), ofSeries)
  const averages = new Map(releaseLines(files, 'averages.csv').map(line => [ofSeries(line), line]))
  const faults: string[] = []
  let count = 0
  const check = (
    what: string,
    published: string | undefined,
    computed: number | undefined,
    scale: number
  ) => {
    count += 1
    const isSame =
      published !== undefined && published !== '' && computed !== undefined
        ? Math.abs(Number(published) - computed) <= TOLERANCE * Math.max(scale, Math.abs(computed))
        : (published ?? '') === '' && computed === undefined
    if (!isSame) faults.push(`${what}: ${published}, computed ${computed}`)
  }
  for (const { chart, series } of releasedCharts(files).charts)
    for (const one of series.filter(({ is_released }) => is_released)) {
      const key = `${chart}/${one.series}`
      const computed = figuresOfSeries(one, answers)
      const published = new Map(
        (figures.get(key) ?? []).map(line => [`${line['organisation']}/${line['submission']}`, line['value']])
      )
      for (const who of new Set([...computed.keys(), ...published.keys()]))
        check(`${key} ${who}`, published.get(who), computed.get(who), 0)
      const sorted = [...computed.values()].toSorted((a, b) => a - b)
      const scale = Math.max(0, ...sorted.map(Math.abs))
      const line = averages.get(key)
      const sum = sorted.reduce((all, value) => all + value, 0)
      check(`${key} n`, line?.['n'], sorted.length, 0)
      check(`${key} mean`, line?.['mean'], sum / sorted.length, scale)
      check(`${key} median`, line?.['median'], quantileOf(sorted, 0.5), scale)
      check(`${key} lower quartile`, line?.['lower_quartile'], quantileOf(sorted, 0.25), scale)
      check(`${key} upper quartile`, line?.['upper_quartile'], quantileOf(sorted, 0.75), scale)
      figures.delete(key)
      averages.delete(key)
    }
  return { count, faults: [...faults, ...figures.keys(), ...averages.keys()] }
}

function figuresOfSeries(
  { multiplier, value, numerator, denominator }: ReleasedSeries,
  answers: ReadonlyMap<string, readonly FileLine[]>
): Map<string, number> {
  if (denominator.length === 0)
    return new Map([...sumsOf(value, answers)].map(([who, sum]) => [who, sum * multiplier]))
  const below = sumsOf(denominator, answers)
  return new Map(
    [...sumsOf(numerator, answers)].flatMap(([who, sum]) => {
      const divisor = below.get(who) ?? 0
      return divisor === 0 ? [] : [[who, (sum / divisor) * multiplier]]
    })
  )
}

/** By submission; only where every cell is answered or not applicable, and one of them has a number. */
function sumsOf(
  cells: readonly Reference[],
  answers: ReadonlyMap<string, readonly FileLine[]>
): Map<string, number> {
  const sums = new Map<string, { sum: number; seen: number; known: number }>()
  for (const cell of cells)
    for (const line of answers.get(CELL.map(key => cell[key]).join('/')) ?? []) {
      if (line['not_available'] === 'true') continue
      const who = `${line['organisation']}/${line['submission']}`
      const { sum, seen, known } = sums.get(who) ?? { sum: 0, seen: 0, known: 0 }
      const hasNumber = line['value'] !== ''
      sums.set(who, {
        sum: sum + (hasNumber ? Number(line['value']) * cell.factor : 0),
        seen: seen + 1,
        known: known + Number(hasNumber)
      })
    }
  return new Map(
    [...sums].flatMap(([who, { sum, seen, known }]) =>
      seen === cells.length && known > 0 ? [[who, sum] as const] : []
    )
  )
}

function quantileOf(sorted: readonly number[], part: number): number {
  const place = (sorted.length - 1) * part
  const [below, above] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!]
  return below + (above - below) * (place - Math.floor(place))
}
