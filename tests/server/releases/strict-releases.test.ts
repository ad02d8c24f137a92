// Releases of strict projects hold what charts serve to everyone, and nothing of single organisations.

import { expect, test } from 'vitest'
import { listReleases } from '#contract/releases.ts'
import { publishNext } from '#server/benchmarks/editions/publish.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { cleanUp } from '#server/jobs/cleanup.ts'
import { askFor } from '#tests/support/chart-requests.ts'
import {
  lacksPython,
  readRelease,
  releasedCharts,
  releaseLines,
  releaseText,
  requestRelease,
  runProgram,
  startRelease,
  wrongChecksums,
  type ReleaseFiles
} from '#tests/support/release-files.ts'
import { periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })
const ask = { project: 'ward-quality', period: '2025' }

/** The visibilities for which files are stored. */
async function storedFor(): Promise<string[]> {
  const rows = await server.database
    .selectFrom('release_parts')
    .select('visibility')
    .distinct()
    .where('programme_id', '=', 1)
    .execute()
  return rows.map(({ visibility }) => visibility).toSorted()
}

const allText = (files: ReleaseFiles): string =>
  Object.keys(files)
    .map(name => releaseText(files, name))
    .join('\n')

test('holds the averages and runs that a reader without an organisation is shown, to the digit', async () => {
  // An admin, who sees more, is the first to ask.
  const files = await readRelease(server, { ...ask, role: 'admin' })
  expect(wrongChecksums(files)).toEqual([])
  for (const name of ['values.csv', 'figures.csv', 'organisations.csv']) expect(files[name]).toBeUndefined()
  await server.database
    .updateTable('users')
    .set({ organisation_id: null })
    .where('programme_id', '=', 1)
    .where('email_address', 'like', 'viewer@%')
    .execute()
  const [averages, runs] = [releaseLines(files, 'averages.csv'), releaseLines(files, 'runs.csv')]
  expect(averages.length).toBeGreaterThan(3)
  expect(runs.length).toBeGreaterThan(3)
  for (const { chart, name, series } of releasedCharts(files).charts) {
    const of = (lines: typeof averages, code: string) =>
      lines.filter(line => line['chart'] === chart && line['series'] === code)
    const { body } = await askFor(server, { ...ask, chart: name, role: 'viewer', submission: 0 })
    const [served] = body.series
    const everyone = served!.averages.find(({ basis }) => basis === 'all')!
    const text = (value: number | null): string => (value === null ? '' : String(value))
    expect(of(averages, series[0]!.series)).toEqual(
      everyone.is_suppressed
        ? []
        : [
            {
              chart,
              series: series[0]!.series,
              n: text(everyone.n),
              mean: text(everyone.Mean),
              median: text(everyone.Median),
              lower_quartile: text(everyone.Q1),
              upper_quartile: text(everyone.Q3)
            }
          ]
    )
    expect(
      of(runs, series[0]!.series).map(line => [Number(line['mean']), Number(line['submission_count'])])
    ).toEqual(served!.runs.map(({ mean, submission_count }) => [mean, submission_count]))
  }
})

test('names no organisation, no submission and nobody who entered data, also for admins', async () => {
  const { bytes } = await requestRelease(server, ask)
  const admins = await requestRelease(server, { ...ask, role: 'admin' })
  expect(Buffer.from(admins.bytes).equals(bytes)).toBe(true)
  const text = allText(await readRelease(server, ask))
  const rows = await server.database
    .selectFrom('submissions as s')
    .innerJoin('organisations as o', join => inProgramme(join, 'o', 's', 'organisation_id'))
    .select(['s.submission_code', 'o.organisation_name', 'o.organisation_code'])
    .where('s.programme_id', '=', 1)
    .execute()
  expect(rows.length).toBeGreaterThan(40)
  for (const { submission_code, organisation_name, organisation_code } of rows)
    for (const name of [submission_code, organisation_name, organisation_code])
      expect(text.includes(`,${name},`) || text.includes(`"${name}"`)).toBe(false)
})

test('a project that becomes strict no longer serves figures that were released before', async () => {
  const ofNamed = { project: 'ward-staffing', period: '2025' }
  expect((await readRelease(server, ofNamed))['figures.csv']).toBeDefined()
  const running = await startRelease(server, ofNamed)
  expect(await storedFor()).toContain('named')
  await server.database
    .updateTable('projects')
    .set({ visibility: 'aggregate' })
    .where('programme_id', '=', 1)
    .where('project_code', '=', 'ward-staffing')
    .execute()
  const files = await readRelease(server, ofNamed)
  expect(files['figures.csv']).toBeUndefined()
  expect(files['values.csv']).toBeUndefined()
  expect(releaseLines(files, 'averages.csv').length).toBeGreaterThan(0)
  await cleanUp(server.database, 1, server.clock.now)
  expect(await storedFor()).not.toContain('named')
  expect(await storedFor()).toContain('aggregate')
  // A download that was running fails instead of ending early.
  await expect(running.arrayBuffer()).rejects.toThrow('no result')
  expect((await readRelease(server, ofNamed))['averages.csv']).toBeDefined()
})

test.skipIf(lacksPython)('recompute.py says that it checks consistency only', async () => {
  const files = await readRelease(server, ask)
  const count = releaseLines(files, 'averages.csv').length
  expect(runProgram(files)).toEqual({
    status: 0,
    text: `9 of 9 files have the checksums in SHA256SUMS.\nThis release has no figures of single organisations, so nothing can be recomputed.\n${count} of ${count} published averages are consistent.\n`
  })
  const [heading, first, ...others] = releaseText(files, 'averages.csv').split('\r\n')
  const fields = first!.split(',')
  // A lower quartile above the median.
  fields[5] = String(Number(fields[4]) + 1)
  const changed = [heading, fields.join(','), ...others].join('\r\n')
  const run = runProgram({ ...files, 'averages.csv': new TextEncoder().encode(changed) })
  expect(run.status).toBe(1)
  expect(run.text).toContain('its averages are not consistent')
})

test('an edition takes the place of the one before, of which nothing is served any more', async () => {
  expect((await requestRelease(server, ask)).status).toBe(200)
  await server.database
    .updateTable('answers')
    .set(({ eb }) => ({ number_value: eb('number_value', '+', 3) }))
    .where('programme_id', '=', 1)
    .where('number_value', 'is not', null)
    .execute()
  const query = {
    project_id: await projectCoded(server, ask.project),
    time_period_id: await periodNamed(server, ask.period)
  }
  const scope = { programmeId: 1, projectId: query.project_id, timePeriodId: query.time_period_id }
  const { refusal } = await server.database
    .transaction()
    .execute(tx => publishNext(tx, scope, { userId: null, now: server.clock.now }))
  expect(refusal).toBeNull()
  for (const role of ['viewer', 'admin'] as const) {
    const { body } = await server.call(listReleases, { query }, await server.tokenOf(role))
    expect(body.releases.map(({ edition_number }) => edition_number)).toEqual([2])
    expect((await requestRelease(server, { ...ask, role })).status).toBe(404)
  }
  const files = await readRelease(server, { ...ask, edition: 2 })
  expect(releaseLines(files, 'averages.csv').length).toBeGreaterThan(3)
  expect(releaseText(files, 'CHANGELOG.md')).toMatch(
    /^# Changelog\n\n## Edition 2, [\d-]+\n\nCompared with edition 1\.\nWhat changed is not listed, to protect organisations\.\n$/
  )
})
