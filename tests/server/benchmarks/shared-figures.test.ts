// Readers who open a chart at the same time, or one after the other after a publication, share one calculation.

import type { KyselyPlugin } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { askFor, seriesOf } from '#tests/support/chart-requests.ts'
import { eventually } from '#tests/support/patience.ts'
import { useServer } from '#tests/support/server.ts'

/** How often figures were read, by the table that they come from. */
const reads = { published: 0, live: 0 }
/** What the next look into the cache of charts waits for before it ends. */
let held: Promise<void> | null = null
const looks = new WeakMap<object, Promise<void>>()
const plugin: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => {
    const text = JSON.stringify(node)
    if (held !== null && text.includes('chart_cache')) {
      looks.set(queryId, held)
      held = null
    }
    if (text.includes('edition_cells')) reads.published += 1
    if (text.includes('from answers a')) reads.live += 1
    return node
  },
  transformResult: async ({ result, queryId }) => {
    await looks.get(queryId)
    return result
  }
}
const server = useServer({ plugin })
beforeEach(() => Object.assign(reads, { published: 0, live: 0 }))

test('calculates once for ten concurrent readers of a chart, and reports one of them as uncached', async () => {
  const token = await server.tokenOf('lead')
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => askFor(server, { period: '2026', token }))
  )
  expect(reads.live).toBe(1)
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(replies.filter(({ body }) => !body.is_cached)).toHaveLength(1)
  const texts = replies.map(({ body }) => JSON.stringify({ ...body, is_cached: null }))
  expect(new Set(texts).size).toBe(1)
})

test('a reader whose look into the cache ends after the calculation does not calculate again', async () => {
  const token = await server.tokenOf('lead')
  const ask = () => askFor(server, { chart: 'Registered nurses per bed', period: '2026', token })
  const late = Promise.withResolvers<void>()
  held = late.promise
  const second = ask()
  await eventually(() => expect(held).toBeNull())
  const first = await ask()
  late.resolve()
  expect([first.body.is_cached, (await second).body.is_cached]).toEqual([false, true])
})

test('after a publication each chart is calculated once, whichever organisation opens it', async () => {
  const admin = await server.tokenOf('admin')
  const submissions = await server.database
    .selectFrom('submissions as s')
    .innerJoin('time_periods as t', join =>
      join.onRef('t.programme_id', '=', 's.programme_id').onRef('t.time_period_id', '=', 's.time_period_id')
    )
    .innerJoin('projects as p', join =>
      join.onRef('p.programme_id', '=', 's.programme_id').onRef('p.project_id', '=', 's.project_id')
    )
    .select('s.submission_id')
    .where('s.programme_id', '=', 1)
    .where('t.time_period_name', '=', '2025')
    .where('p.project_code', '=', 'ward-staffing')
    .execute()
  const own: (number | null)[] = []
  for (const { submission_id } of submissions)
    for (const chart of ['Vacancy rate', 'Registered nurses per bed']) {
      const { status, body } = await askFor(server, { chart, submission: submission_id, token: admin })
      expect(status).toBe(200)
      if (chart === 'Vacancy rate')
        own.push(seriesOf(body).values.find(value => value.submission_id === submission_id)?.value ?? null)
    }
  expect(submissions.length).toBeGreaterThan(10)
  expect(new Set(own).size).toBeGreaterThan(10)
  expect(reads).toEqual({ published: 2, live: 0 })
})

test('reads figures from the database if the cache is to be ignored', async () => {
  await askFor(server)
  await askFor(server, { body: { ignore_cache: true } })
  await askFor(server, { body: { ignore_cache: true } })
  expect(reads.published).toBeGreaterThanOrEqual(2)
})
