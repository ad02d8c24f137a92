// Time and memory of an import of answers, on PostgreSQL and on the embedded engine. Memory is what this process holds beyond what it held before;
// beside it, by how much the process grew. npm run bench:import [-- --cells 1000000] [--only postgres,embedded]

import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { seed } from '#demo/seed.ts'
import { csvFile, csvLines } from '#lib/csv.ts'
import { ok } from '#lib/result.ts'
import { MINUTE_MS } from '#lib/time/clock.ts'
import { provision } from '#operations/provision/apply.ts'
import { exportedFiles } from '#operations/provision/export.ts'
import { readFolder } from '#operations/provision/files/read-folder.ts'
import { reportLines } from '#operations/provision/report.ts'
import { writeNewFolder } from '#outside/new-folder.ts'
import { migrate } from '#server/database/migrate.ts'
import { openEmbedded, openPostgres, type OpenDatabase } from '#server/database/open.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { NOON, wards } from '#tests/support/seeded-database.ts'
import { chosenParts, mayBegin, reportFigures, type Figure } from './report.ts'

const PROJECT = 'ward-staffing'
const MAX_SECONDS = 300
const MAX_EXTRA_MB = 64
const MEGABYTE = 1_000_000
const CELLS_IN_SECTION = 5
const SECTIONS_AT_ONCE = 500
const PIECES_BETWEEN_COLLECTIONS = 20
const { values } = parseArgs({
  options: { cells: { type: 'string', default: '1000000' }, only: { type: 'string' } }
})
const parts = chosenParts(['postgres', 'embedded'], values.only)
const cells = Number(values.cells)
const folder = mkdtempSync(join(tmpdir(), 'bench-import-'))

const COLUMNS = [
  'organisation',
  'submission',
  'period',
  'questionnaire',
  'section',
  'sub_section',
  'question',
  'value',
  'section_status',
  'entered_by',
  'entered_at'
]

/** Five answers, and the one that is calculated of them, in each of many submissions that do not exist yet. */
async function* fileLines(organisations: readonly string[]): AsyncGenerator<string> {
  yield csvFile([COLUMNS])
  const sections = Math.ceil(cells / CELLS_IN_SECTION)
  for (let first = 0; first < sections; first += SECTIONS_AT_ONCE) {
    const some = Array.from(
      { length: Math.min(SECTIONS_AT_ONCE, sections - first) },
      (_, index) => first + index
    )
    yield await Promise.resolve(csvLines(some.flatMap(number => sectionOf(number, organisations))))
  }
}

function sectionOf(number: number, organisations: readonly string[]): (string | number)[][] {
  const [beds, registered] = [10 + (number % 30), 10 + (number % 25)]
  const lines: [string, number][] = [
    ['beds', beds],
    ['patient_days', 300 + (number % 400)],
    ['registered', registered],
    ['support', 8 + (number % 12)],
    ['nurses_per_bed', registered / beds]
  ]
  return lines.map(([question, value]) => [
    organisations[number % organisations.length]!,
    `B${number}`,
    '2024',
    'skill_mix_and_absence',
    'establishment',
    'beds_and_posts',
    question,
    value,
    'complete',
    'Old System',
    '2024-11-01T10:00:00.000Z'
  ])
}

const heldBytes = ({ heapUsed, external }: NodeJS.MemoryUsage): number => heapUsed + external

async function measure(name: string, open: () => Promise<OpenDatabase>): Promise<Figure[]> {
  const seeded = await open()
  await migrate(seeded.database)
  await seed(seeded.database, [wards], { now: NOON, organisations: 14 })
  await seeded.close()
  // The command opens a database of its own.
  const opened = await open()
  const { database } = opened
  const content = join(folder, name)
  writeNewFolder(content, await exportedFiles(database, wards))
  const read = readFolder(content)
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  const { rows } = await sql<{ code: string }>`
    select organisation_code as code from organisations where programme_id = 1 order by 1`.execute(database)
  const path = join(folder, `${name}.csv`)
  await pipeline(Readable.from(fileLines(rows.map(({ code }) => code))), createWriteStream(path))

  globalThis.gc?.()
  const before = process.memoryUsage()
  let [pieces, live, largest] = [0, 0, 0]
  async function* watched(): AsyncGenerator<Buffer> {
    for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
      yield piece
      largest = Math.max(largest, process.memoryUsage().rss)
      if ((pieces += 1) % PIECES_BETWEEN_COLLECTIONS > 0) continue
      globalThis.gc?.()
      live = Math.max(live, heldBytes(process.memoryUsage()))
    }
  }
  const answers = [{ project: PROJECT, file: path, open: () => ok(Readable.from(watched())) }]
  const desired = { ...read.value, answers }
  const started = performance.now()
  const processor = process.cpuUsage()
  const entries = await provision(database, desired, { ...wards, now: NOON, isApplied: true })
  const seconds = (performance.now() - started) / 1000
  const used = process.cpuUsage(processor)
  for (const line of reportLines(entries, desired).slice(0, 5)) console.log(line)
  await opened.close()
  const details = {
    'processor s': ((used.user + used.system) / 1e6).toFixed(1),
    'cells a second': Math.round(cells / seconds),
    'process grew by MB': ((largest - before.rss) / MEGABYTE).toFixed(0)
  }
  console.log(
    `${name}: ${seconds.toFixed(1)} s, ${((live - heldBytes(before)) / MEGABYTE).toFixed(1)} MB held`,
    details
  )
  return [
    { what: `${name}, ${cells} cells: seconds`, value: seconds, target: MAX_SECONDS, details },
    {
      what: `${name}, ${cells} cells: MB held`,
      value: (live - heldBytes(before)) / MEGABYTE,
      target: MAX_EXTRA_MB,
      details
    }
  ]
}

const figures: Figure[] = []
try {
  if (parts.has('postgres')) {
    const postgres = await startPostgres()
    try {
      figures.push(...(await measure('PostgreSQL', () => Promise.resolve(openPostgres(postgres.url)))))
    } finally {
      await postgres.stop()
    }
  }
  // On the disk, as in production: otherwise this process would hold the answers.
  if (parts.has('embedded') && mayBegin('embedded', 5 * MINUTE_MS))
    figures.push(...(await measure('embedded', () => openEmbedded(join(folder, 'database')))))
} finally {
  rmSync(folder, { recursive: true })
}
console.log(`Load of the machine: ${loadavg()[0]!.toFixed(1)}`)
reportFigures('import', 'seconds, MB', figures)
