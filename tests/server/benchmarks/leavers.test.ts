// In a strict project, figures that stay the same from period to period would tell what those who left had.

import { expect, test } from 'vitest'
import { CHART, PROJECT, submissionsIn, writeFalls } from '#tests/support/attacker.ts'
import { askFor, seriesOf } from '#tests/support/chart-requests.ts'
import { publishAnew } from '#tests/support/editions.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })
const [BEFORE, PERIOD] = ['2024', '2025']

/** A unit's figure is the same in every period, but for what is added to it. */
async function writeFigures(period: string, added = 0): Promise<number[]> {
  const { own, strangers } = await submissionsIn(server, period)
  const rows = await server.database
    .selectFrom('submissions')
    .select(['submission_id', 'lineage_id'])
    .where('programme_id', '=', 1)
    .where(
      'submission_id',
      'in',
      [...own, ...strangers].map(one => one.submission_id)
    )
    .execute()
  const figures = rows.map(row => [row.submission_id, 10 + added + (row.lineage_id % 89)] as const)
  await writeFalls(server, period, new Map(figures))
  return strangers.map(one => one.submission_id)
}

const isTold = async (): Promise<boolean> => {
  const ask = {
    project: PROJECT,
    chart: CHART,
    period: PERIOD,
    role: 'viewer',
    body: { ignore_cache: true }
  } as const
  return seriesOf((await askFor(server, ask)).body).averages.some(set => set.n !== null)
}

test('discloses a period whose figures differ from another’s, but not if only one organisation has left', async () => {
  await writeFigures(BEFORE)
  const [leaver = 0] = await writeFigures(PERIOD, 1)
  await server.database
    .updateTable('answers')
    .set({ number_value: null })
    .where('programme_id', '=', 1)
    .where('submission_id', '=', leaver)
    .execute()
  await publishAnew(server, PROJECT, PERIOD)
  expect(await isTold()).toBe(true)
  await writeFigures(PERIOD)
  expect(await isTold()).toBe(false)
})
