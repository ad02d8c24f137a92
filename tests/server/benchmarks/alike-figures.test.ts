// In a strict project, an average of figures that are all alike would tell each of them.

import { expect, test } from 'vitest'
import { CHART, PROJECT, submissionsIn, writeFalls } from '#tests/support/attacker.ts'
import { askFor, seriesOf } from '#tests/support/chart-requests.ts'
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
