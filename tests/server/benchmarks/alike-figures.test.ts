// In a strict project, an average of figures that are all alike would tell each of them.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { publishNext } from '#server/benchmarks/editions/publish.ts'
import { transaction } from '#server/database/transaction.ts'
import { CHART, optionsFor, PROJECT, submissionsIn, writeFalls } from '#tests/support/attacker.ts'
import { askFor, seriesOf } from '#tests/support/chart-requests.ts'
import { publishAnew } from '#tests/support/editions.ts'
import { divisionsIn } from '#tests/support/figure-owners.ts'
import { cellOf, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })
const PERIOD = '2025'

const setsNow = async () => {
  const { body } = await askFor(server, {
    project: PROJECT,
    chart: CHART,
    period: PERIOD,
    role: 'viewer',
    body: { ignore_cache: true }
  })
  const { averages, own_summary } = seriesOf(body)
  return { averages, rank: own_summary[0]?.rank, counts: [body.excluded_count, body.missing_count] }
}

test('nothing is shown where fewer organisations than the minimum have another figure than the rest', async () => {
  const { strangers } = await submissionsIn(server, PERIOD)
  const figures = new Map(strangers.slice(0, 4).map((one, index) => [one.submission_id, index + 1]))
  for (const written of [new Map<number, number>(), figures]) {
    await writeFalls(server, PERIOD, written)
    const { averages, rank, counts } = await setsNow()
    expect(averages.length).toBeGreaterThan(0)
    for (const set of averages)
      expect(set).toMatchObject({
        n: null,
        Mean: null,
        Median: null,
        is_suppressed: true,
        absence: 'not_shown'
      })
    expect([rank, counts]).toEqual([null, [null, null]])
  }
  await writeFalls(
    server,
    PERIOD,
    new Map(strangers.map((one, index) => [one.submission_id, 10 + (index % 7)]))
  )
  expect((await setsNow()).averages.map(set => [set.is_suppressed, set.Mean !== null])).toContainEqual([
    false,
    true
  ])
})

/** The filter options of which an average is told. */
async function optionsTold(): Promise<Set<string>> {
  const { filters } = await optionsFor(server, 'viewer', PERIOD)
  const told = new Set<string>()
  for (const { filter_id, filter_name, option_list } of filters)
    for (const { option_name } of option_list) {
      const { body } = await askFor(server, {
        project: PROJECT,
        chart: CHART,
        period: PERIOD,
        role: 'viewer',
        body: { ignore_cache: true, filters: [{ filter_id, filter_name, option_list: [{ option_name }] }] }
      })
      const set = seriesOf(body).averages.find(one => one.basis === 'filtered')!
      if (set.n !== null) told.add(option_name)
    }
  return told
}

test('a block that one edition joined stays joined in the next, and one that was told apart is not told once joined', async () => {
  const { own, strangers } = await submissionsIn(server, PERIOD)
  const everybody = [...own, ...strangers].map(one => one.submission_id)
  const varied = (added: number) => new Map(everybody.map((id, index) => [id, 10 + added + (index % 7)]))
  await writeFalls(server, PERIOD, varied(0))
  const apart = await optionsTold()
  const blocks = (await divisionsIn(server, PERIOD, CHART))[0]!
  const smallest = blocks.toSorted((a, b) => a.length - b.length)[0]!
  const uniform = new Map([...varied(0), ...smallest.map(id => [id, 5] as const)])
  await writeFalls(server, PERIOD, uniform)
  const joined = await optionsTold()
  const lost = [...apart].filter(option => !joined.has(option))
  expect(lost.length).toBeGreaterThan(0)

  // Only the block itself is corrected: the figures of the one that it was joined with are the same in both editions.
  const { place } = await cellOf(server, own[0]!.submission_id, 'Falls')
  const write = (ids: readonly number[], number_value: ReturnType<typeof sql<number>>) =>
    server.database
      .updateTable('answers')
      .set({ number_value })
      .where('programme_id', '=', 1)
      .where('question_id', '=', place.question_id)
      .where('number_value', 'is not', null)
      .where('submission_id', 'in', ids)
      .execute()
  const publish = async () => {
    const scope = {
      programmeId: 1,
      projectId: await projectCoded(server, PROJECT),
      timePeriodId: await periodNamed(server, PERIOD)
    }
    const by = { userId: null, now: server.clock.now }
    expect((await transaction(server.database, tx => publishNext(tx, scope, by))).refusal).toBeNull()
  }
  await write(smallest, sql<number>`20 + submission_id % 7`)
  await publish()
  expect(lost.filter(option => joined.has(option))).toEqual([])
  const after = await optionsTold()
  expect(lost.filter(option => after.has(option))).toEqual([])
  await publishAnew(server, PROJECT, PERIOD)
  expect(await optionsTold()).toEqual(apart)

  await write(smallest, sql<number>`5`)
  await publish()
  const withheld = await optionsTold()
  expect(lost.filter(option => withheld.has(option))).toEqual([])
  expect(withheld.size).toBeLessThanOrEqual(joined.size)
}, 120_000)
