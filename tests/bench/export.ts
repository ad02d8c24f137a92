// Memory and speed of an export of all answers, on PostgreSQL and on the embedded engine. Memory is what this process holds beyond what it held
// before; beside it, by how much the process grew. npm run bench:export [-- --submissions 100000] [--only postgres,embedded]

import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type * as contract from '#contract/answer-exports.ts'
import type { ReceivedOf } from '#contract/endpoint.ts'
import { MAX_SHEET_ROWS } from '#contract/limits.ts'
import { seed } from '#demo/seed.ts'
import { MINUTE_MS } from '#lib/time/clock.ts'
import { migrate } from '#server/database/migrate.ts'
import { openEmbedded, openPostgres, type OpenDatabase } from '#server/database/open.ts'
import { exportAnswers } from '#server/exports/answer-exports.ts'
import type { RouteContext } from '#server/http/route.ts'
import { StreamedFile } from '#server/http/streamed-file.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { NOON, wards } from '#tests/support/seeded-database.ts'
import { benchCaller } from './bench-caller.ts'
import { chosenParts, mayBegin, reportFigures, type Figure } from './report.ts'

const MAX_EXTRA_MB = 64
const MEGABYTE = 1_000_000
/** Submissions whose answers one statement adds. */
const SLICE = 10_000
const { values } = parseArgs({
  options: { submissions: { type: 'string', default: '100000' }, only: { type: 'string' } }
})
const parts = chosenParts(['postgres', 'embedded'], values.only)
const count = Number(values.submissions)

/** What is held after each of these is the export's own; the rest is garbage that the engine has not collected yet. */
const PIECES_BETWEEN_COLLECTIONS = 100

const heldBytes = ({ heapUsed, external }: NodeJS.MemoryUsage): number => heapUsed + external

interface ExportPlace {
  project_id: number
  time_period_id: number
  questionnaire_id: number
}

/** Ten answers in each of many submissions of the first project. */
async function addSubmissions({ database }: OpenDatabase): Promise<ExportPlace> {
  const { rows } = await sql<ExportPlace>`
    select q.project_id, p.time_period_id, q.questionnaire_id from questionnaires q
    join questionnaire_periods p on p.programme_id = q.programme_id and p.questionnaire_id = q.questionnaire_id
    where q.programme_id = 1 and q.questionnaire_type = 'standard' order by q.questionnaire_id, p.time_period_id limit 1`.execute(
    database
  )
  const place = rows[0]!
  await sql`insert into organisations (programme_id, organisation_id, organisation_name, organisation_code)
    select 1, 1000000 + n, 'Organisation ' || n, 'BENCH' || n from generate_series(0, ${Math.ceil(count / 10)}::int - 1) n`.execute(
    database
  )
  await sql`insert into lineages (programme_id, lineage_id, organisation_id)
    select 1, 10000000 + n, 1000000 + n / 10 from generate_series(0, ${count}::int - 1) n`.execute(database)
  await sql`insert into submissions (programme_id, submission_id, project_id, time_period_id, organisation_id, lineage_id, submission_name, submission_code)
    select 1, 10000000 + n, ${place.project_id}::bigint, ${place.time_period_id}::bigint, 1000000 + n / 10, 10000000 + n, 'Unit ' || n, 'BENCH' || n
    from generate_series(0, ${count}::int - 1) n`.execute(database)
  for (let first = 0; first < count; first += SLICE)
    await sql`insert into answers (programme_id, submission_id, question_id, row_id, column_id, value, number_value, version, updated_at)
      select 1, 10000000 + n, c.question_id, c.row_id, c.column_id, to_jsonb(n % 1000), n % 1000, 1, ${NOON}
      from generate_series(${first}::int, ${Math.min(count, first + SLICE) - 1}::int) n,
        (select m.question_id, m.row_id, m.column_id from question_memberships m
          join sub_sections t on t.programme_id = 1 and t.sub_section_id = m.sub_section_id and not t.is_repeating
          join sections s on s.programme_id = 1 and s.section_id = t.section_id and s.questionnaire_id = ${place.questionnaire_id}
          join questions q on q.programme_id = 1 and q.question_id = m.question_id and q.question_type = 'integer'
          where m.programme_id = 1 order by m.membership_id limit 10) c`.execute(database)
  await sql`analyze`.execute(database)
  return place
}

async function measure(
  name: string,
  { database }: OpenDatabase,
  place: ExportPlace,
  choice: { layout: contract.AnswerLayout; format: contract.AnswerFileFormat }
): Promise<Figure> {
  const query = {
    ...place,
    time_period_id: [place.time_period_id],
    questionnaire_id: [place.questionnaire_id],
    values: 'codes' as const,
    include: [],
    include_query_status: true,
    include_retired: true,
    ...choice
  } satisfies ReceivedOf<typeof contract.exportAnswers>['query']
  globalThis.gc?.()
  const before = process.memoryUsage()
  const started = performance.now()
  const context = { database, caller: benchCaller, programmes: [wards], now: NOON } as unknown as RouteContext
  const file = await exportAnswers({ query }, context)
  if (!(file instanceof StreamedFile)) throw new Error('The export is not streamed.')
  let [bytes, pieces, largest, live, processor] = [0, 0, 0, 0, process.cpuUsage()]
  const stream = file.stream()
  for await (const piece of stream) {
    bytes += piece.byteLength
    largest = Math.max(largest, process.memoryUsage().rss)
    if ((pieces += 1) % PIECES_BETWEEN_COLLECTIONS > 0) continue
    globalThis.gc?.()
    live = Math.max(live, heldBytes(process.memoryUsage()))
  }
  const seconds = (performance.now() - started) / 1000
  processor = process.cpuUsage(processor)
  console.log(
    `${name}, ${choice.layout} ${choice.format}: ${((live - heldBytes(before)) / MEGABYTE).toFixed(1)} MB held, ${seconds.toFixed(1)} s`
  )
  return {
    what: `${name}, ${count} submissions: ${choice.layout} ${choice.format}`,
    value: (live - heldBytes(before)) / MEGABYTE,
    target: MAX_EXTRA_MB,
    details: {
      'process grew by MB': ((largest - before.rss) / MEGABYTE).toFixed(0),
      'MB written': (bytes / MEGABYTE).toFixed(0),
      'answers a second': Math.round((count * 10) / seconds),
      'processor s': ((processor.user + processor.system) / 1e6).toFixed(1)
    }
  }
}

async function measureAll(name: string, opened: OpenDatabase): Promise<Figure[]> {
  await migrate(opened.database)
  await seed(opened.database, [wards], { now: NOON, organisations: 14 })
  const place = await addSubmissions(opened)
  const figures = [
    await measure(`${name}, in a new process`, opened, place, { layout: 'long', format: 'csv' })
  ]
  for (const layout of ['long', 'wide'] as const)
    for (const format of ['csv', 'xlsx'] as const)
      if (
        (layout === 'wide' || format === 'csv' || count * 10 < MAX_SHEET_ROWS) &&
        mayBegin(`${name}, ${layout} ${format}`)
      )
        figures.push(await measure(name, opened, place, { layout, format }))
  await opened.close()
  return figures
}

const figures: Figure[] = []
if (parts.has('postgres')) {
  const postgres = await startPostgres()
  try {
    figures.push(...(await measureAll('PostgreSQL', openPostgres(postgres.url))))
  } finally {
    await postgres.stop()
  }
}
if (parts.has('embedded') && mayBegin('embedded', 2 * MINUTE_MS))
  figures.push(...(await measureAll('embedded', await openEmbedded())))
console.log(`Load of the machine: ${loadavg()[0]!.toFixed(1)}`)
reportFigures('export', 'held MB', figures)
