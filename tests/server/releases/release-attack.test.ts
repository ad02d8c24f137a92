// A member who downloads every release of a strict project that there is, of each period and edition, and subtracts their totals.

import { sql, type RawBuilder } from 'kysely'
import { expect, test } from 'vitest'
import { publishNext } from '#server/benchmarks/editions/publish.ts'
import { CHART, PROJECT, submissionsIn } from '#tests/support/attacker.ts'
import { withdrawEditions } from '#tests/support/editions.ts'
import { divisionsIn } from '#tests/support/figure-owners.ts'
import { readRelease, releasedCharts, releaseLines, requestRelease } from '#tests/support/release-files.ts'
import { cellOf, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })
const MINIMUM = 5
const PERIODS = ['2024', '2025'] as const
const SECRET = 200_000

async function publish(period: string): Promise<void> {
  const scope = {
    programmeId: 1,
    projectId: await projectCoded(server, PROJECT),
    timePeriodId: await periodNamed(server, period)
  }
  const { refusal } = await server.database
    .transaction()
    .execute(tx => publishNext(tx, scope, { userId: null, now: server.clock.now }))
  expect(refusal).toBeNull()
}

/** The lineages whose figures the chart shows in both periods. */
async function lineagesInBoth(): Promise<number[]> {
  for (const period of PERIODS) await withdrawEditions(server, PROJECT, period)
  const found: Set<number>[] = []
  for (const period of PERIODS) {
    await publish(period)
    const shown = (await divisionsIn(server, period, CHART)).flat(2)
    const { rows } = await sql<{ lineage_id: number }>`
      select lineage_id from submissions where programme_id = 1 and submission_id = any(${shown}::bigint[])`.execute(
      server.database
    )
    found.push(new Set(rows.map(({ lineage_id }) => lineage_id)))
    await withdrawEditions(server, PROJECT, period)
  }
  const [earlier, later] = found
  return [...earlier!].filter(id => later!.has(id)).toSorted((one, other) => one - other)
}

test('releases of all editions and periods together do not give away a figure', async () => {
  const { place } = await cellOf(
    server,
    (await submissionsIn(server, '2025')).strangers[0]!.submission_id,
    CHART
  )
  const [earlier, later] = [await periodNamed(server, '2024'), await periodNamed(server, '2025')]
  const projectId = await projectCoded(server, PROJECT)
  const setNumbers = (value: unknown, where: RawBuilder<unknown>) =>
    sql`update answers a set number_value = ${value} from submissions s
      where a.programme_id = 1 and a.number_value is not null and s.programme_id = 1 and s.submission_id = a.submission_id
        and s.project_id = ${projectId} and ${where}`.execute(server.database)
  const isFalls = sql`a.question_id = ${place.question_id}`
  const lineages = await lineagesInBoth()
  expect(lineages.length).toBeGreaterThan(3 * MINIMUM)
  const isVictim = sql`s.lineage_id = ${lineages.at(-1)}`
  // The same organisations have the same figures in both periods, but one has none in the earlier.
  await setNumbers(null, sql`${isFalls} and s.lineage_id <> all(${lineages}::bigint[])`)
  await setNumbers(sql`100000 + s.lineage_id * 7919 % 50000`, isFalls)
  await setNumbers(SECRET, sql`${isFalls} and ${isVictim}`)
  await setNumbers(null, sql`${isVictim} and s.time_period_id = ${earlier}`)
  await publish('2025')
  // Somebody downloads the first edition at once.
  expect((await requestRelease(server, { project: PROJECT, period: '2025' })).status).toBe(200)
  // After a correction of everyone's figures the other period is compared with corrected ones only.
  await setNumbers(sql`a.number_value * 2`, sql`s.time_period_id = ${later}`)
  await publish('2025')
  await publish('2024')

  const totals: number[] = []
  for (const period of PERIODS)
    for (const edition of [1, 2]) {
      const ask = { project: PROJECT, period, edition }
      if ((await requestRelease(server, ask)).status === 404) continue
      const files = await readRelease(server, ask)
      const { chart } = releasedCharts(files).charts.find(({ name }) => name === CHART)!
      const line = releaseLines(files, 'averages.csv').find(one => one['chart'] === chart)
      if (line?.['mean']) totals.push(Number(line['n']) * Number(line['mean']))
    }
  expect(totals.length).toBeGreaterThan(1)
  const differences = totals.flatMap(one => totals.map(other => one - other))
  // Means are rounded.
  expect(differences.filter(difference => Math.abs(difference - SECRET) < 1000)).toEqual([])
})
