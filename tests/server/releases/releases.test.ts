// Editions as data packages of a named project: what is in them, that all published figures follow from the files alone, and that they stay the same.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listReleases } from '#contract/releases.ts'
import { askFor, seriesOf } from '#tests/support/chart-requests.ts'
import { publishAnew } from '#tests/support/editions.ts'
import {
  lacksPython,
  readRelease,
  recomputeRelease,
  releasedCharts,
  releaseLines,
  releaseText,
  requestRelease,
  runProgram,
  wrongChecksums,
  type ReleaseFiles
} from '#tests/support/release-files.ts'
import { periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer, type Role } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })
const PROJECT = 'ward-staffing'
const PERIOD = '2025'
const ask = { project: PROJECT, period: PERIOD }

/** Replaces one answer by another, as an editing mistake would. */
function withChangedValue(files: ReleaseFiles): ReleaseFiles {
  const counted = releasedCharts(files).charts[0]!.series[0]!
  const cell = [...counted.value, ...counted.numerator][0]!
  const lines = releaseText(files, 'values.csv').split('\r\n')
  const at = lines.findIndex(
    line =>
      line.includes(`,${cell.question},${cell.row},${cell.column},${cell.tally},`) &&
      /,\d+(\.\d+)?,false,/.test(line)
  )
  expect(at).toBeGreaterThan(0)
  lines[at] = lines[at]!.replace(
    /,(\d+(?:\.\d+)?),false,/,
    (_, value: string) => `,${Number(value) + 1},false,`
  )
  return { ...files, 'values.csv': new TextEncoder().encode(lines.join('\r\n')) }
}

test('contains the files of a data package with their sizes and checksums', async () => {
  const files = await readRelease(server, ask)
  expect(Object.keys(files).toSorted()).toEqual(
    [
      'CHANGELOG.md',
      'CITATION.cff',
      'README.md',
      'SHA256SUMS',
      'averages.csv',
      'charts.json',
      'datapackage.json',
      'figures.csv',
      'organisations.csv',
      'questions.csv',
      'recompute.py',
      'values.csv'
    ].toSorted()
  )
  expect(wrongChecksums(files)).toEqual([])
  const { resources, name } = JSON.parse(releaseText(files, 'datapackage.json')) as {
    name: string
    resources: { path: string; bytes: number; hash: string; schema?: { fields: { name: string }[] } }[]
  }
  expect(name).toBe('ward-staffing-2025-edition-1')
  const sums = releaseText(files, 'SHA256SUMS')
  for (const { path, bytes, hash, schema } of resources) {
    expect([path, bytes]).toEqual([path, files[path]!.byteLength])
    expect(sums).toContain(`${hash.slice('sha256:'.length)}  ${path}\n`)
    const [line] = path.endsWith('.csv') ? releaseLines(files, path) : []
    if (line) expect(schema?.fields.map(field => field.name)).toEqual(Object.keys(line))
  }
  expect(releaseText(files, 'CITATION.cff')).toContain('date-released: 20')
  expect(releaseText(files, 'CHANGELOG.md')).toContain('First edition.')
})

test('every published figure follows from the files alone', async () => {
  const files = await readRelease(server, ask)
  const { count, faults } = recomputeRelease(files)
  expect(faults).toEqual([])
  expect(count).toBeGreaterThan(500)
  const counted = releasedCharts(files).charts.flatMap(({ series }) => series.filter(one => one.is_released))
  expect(counted.some(({ denominator }) => denominator.some(({ tally }) => tally !== ''))).toBe(true)
  expect(recomputeRelease(withChangedValue(files)).faults.length).toBeGreaterThan(0)
  expect(wrongChecksums(withChangedValue(files))).toEqual(['values.csv'])
})

test('contains the figures that charts show', async () => {
  const files = await readRelease(server, ask)
  for (const { chart, name } of releasedCharts(files).charts.slice(0, 5)) {
    const { body } = await askFor(server, { ...ask, chart: name, role: 'viewer', submission: 0 })
    const series = seriesOf(body)
    const lines = releaseLines(files, 'averages.csv').filter(line => line['chart'] === chart)
    const everyone = series.averages.find(({ basis }) => basis === 'all')!
    if (lines.length === 0) continue
    expect([Number(lines[0]!['n']), Number(lines[0]!['median'])]).toEqual([everyone.n, everyone.Median])
    const figures = releaseLines(files, 'figures.csv').filter(line => line['chart'] === chart)
    expect(figures.length).toBeGreaterThanOrEqual(everyone.n!)
    for (const value of series.values.filter(one => one.value !== null))
      expect(figures.map(line => [line['submission'], line['value']])).toContainEqual([
        value.submission_code,
        String(value.value)
      ])
  }
})

test.skipIf(lacksPython)('recompute.py finds that everything agrees, and a changed answer', async () => {
  const files = await readRelease(server, ask)
  const run = runProgram(files)
  const { count } = recomputeRelease(files)
  expect(run.text).toBe(
    `11 of 11 files have the checksums in SHA256SUMS.\n${count} of ${count} published figures agree with the files.\n`
  )
  expect(run.status).toBe(0)
  const changed = runProgram(withChangedValue(files))
  expect(changed.status).toBe(1)
  expect(changed.text).toContain('values.csv: its checksum is not the one in SHA256SUMS')
  expect(changed.text).toMatch(/^ {2}\S+, \S+, .*: \S+, computed \S+$/m)
})

test('names nobody who entered data, no case and no query', async () => {
  const files = await readRelease(server, ask)
  const text = Object.keys(files)
    .map(name => releaseText(files, name))
    .join('\n')
  const people = await server.database
    .selectFrom('users')
    .select(['last_name', 'email_address'])
    .where('programme_id', '=', 1)
    .execute()
  const codes = await server.database
    .selectFrom('case_codes')
    .select('case_code')
    .where('programme_id', '=', 1)
    .execute()
  expect([people.length, codes.length].every(length => length > 3)).toBe(true)
  for (const { email_address } of people) expect(text).not.toContain(email_address)
  for (const { case_code } of codes) expect(text).not.toContain(case_code)
  const columns = Object.keys(releaseLines(files, 'values.csv')[0]!)
  for (const column of ['entered_by', 'query_status']) expect(columns).not.toContain(column)
})

test.each<Role>(['viewer', 'contributor', 'lead', 'admin'])('a %s gets the same bytes', async role => {
  const [first, again] = [await requestRelease(server, ask), await requestRelease(server, { ...ask, role })]
  expect(again.status).toBe(200)
  expect(Buffer.from(again.bytes).equals(first.bytes)).toBe(true)
  const { body } = await server.call(
    listReleases,
    {
      query: {
        project_id: await projectCoded(server, PROJECT),
        time_period_id: await periodNamed(server, PERIOD)
      }
    },
    await server.tokenOf(role)
  )
  expect(body.releases).toMatchObject([
    {
      edition_number: 1,
      size_bytes: first.bytes.byteLength,
      file_name: 'ward-staffing-2025-edition-1.zip'
    }
  ])
  expect(body.releases[0]!.citation).toMatch(/ \(20\d\d\)\. Ward staffing 2025, edition 1\. Data set, 20/)
})

test('is byte for byte the same when it is made again, and after corrections', async () => {
  const first = await requestRelease(server, ask)
  await sql`update answers set number_value = number_value + 3 where programme_id = 1 and number_value is not null`.execute(
    server.database
  )
  await sql`delete from release_parts where programme_id = 1`.execute(server.database)
  const again = await requestRelease(server, ask)
  expect(Buffer.from(again.bytes).equals(first.bytes)).toBe(true)
})

test('an edition that does not exist has no release', async () => {
  expect((await requestRelease(server, { ...ask, edition: 9 })).status).toBe(404)
  expect((await requestRelease(server, { ...ask, period: '2026' })).status).toBe(404)
})

test('the next edition lists every changed figure with both values', async () => {
  const before = await readRelease(server, ask)
  const [line] = releaseLines(before, 'figures.csv')
  await publishNextEdition()
  const after = await readRelease(server, { ...ask, edition: 2 })
  const changed = releaseLines(after, 'figures.csv').find(
    one =>
      one['chart'] === line!['chart'] &&
      one['series'] === line!['series'] &&
      one['organisation'] === line!['organisation'] &&
      one['submission'] === line!['submission']
  )
  expect(changed!['value']).not.toBe(line!['value'])
  expect(releaseText(after, 'CHANGELOG.md')).toContain(
    `- ${line!['chart']}, ${line!['series']}, ${line!['organisation']} ${line!['submission']}: ${line!['value']} became ${changed!['value']}\n`
  )
  expect(recomputeRelease(after).faults).toEqual([])
  // The first one stays.
  expect(releaseText(await readRelease(server, ask), 'CHANGELOG.md')).toContain('First edition.')
})

async function publishNextEdition(): Promise<void> {
  const { publishNext } = await import('#server/benchmarks/editions/publish.ts')
  const scope = {
    programmeId: 1,
    projectId: await projectCoded(server, PROJECT),
    timePeriodId: await periodNamed(server, PERIOD)
  }
  const { refusal } = await server.database
    .transaction()
    .execute(tx => publishNext(tx, scope, { userId: null, now: server.clock.now }))
  expect(refusal).toBeNull()
}

test('leaves out what too few organisations have, and everything from which it could be calculated', async () => {
  const whole = await readRelease(server, ask)
  const released = (files: ReleaseFiles) =>
    releasedCharts(files).charts.flatMap(({ chart, series }) =>
      series.filter(one => one.is_released).map(one => ({ ...one, name: `${chart}/${one.series}` }))
    )
  const ratio = released(whole).find(
    ({ denominator }) => denominator.length > 0 && denominator.every(({ tally }) => tally === '')
  )!
  // Five organisations keep their answers in the denominator: to each of them four others are shown, which is too few.
  const [chart, series] = ratio.name.split('/')
  const withFigure = releaseLines(whole, 'figures.csv').filter(
    line => line['chart'] === chart && line['series'] === series
  )
  const five = [...new Set(withFigure.map(line => line['organisation']!))].slice(0, 5)
  expect(five.length).toBe(5)
  await sql`update answers a set number_value = null, value = null
    from questions q, submissions s, organisations o
    where a.programme_id = 1 and q.programme_id = 1 and q.question_id = a.question_id and q.question_code = ${ratio.denominator[0]!.question}
      and s.programme_id = 1 and s.submission_id = a.submission_id and o.programme_id = 1 and o.organisation_id = s.organisation_id
      and o.organisation_code <> all(${five}::text[])`.execute(server.database)
  await publishAnew(server, PROJECT, PERIOD)
  const files = await readRelease(server, ask)
  const names = released(files).map(({ name }) => name)
  expect(names).not.toContain(ratio.name)
  expect(names.length).toBeGreaterThan(0)
  const questions = new Set(releaseLines(files, 'values.csv').map(line => line['question']))
  for (const { question } of [...ratio.denominator, ...ratio.numerator])
    expect(questions).not.toContain(question)
  const charts = new Set(
    releaseLines(files, 'averages.csv').map(line => `${line['chart']}/${line['series']}`)
  )
  expect(charts).not.toContain(ratio.name)
  expect(recomputeRelease(files).faults).toEqual([])
})
