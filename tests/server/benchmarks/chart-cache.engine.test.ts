// What a server holds in memory of its latest replies to chart requests.

import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  chartMemoryCache,
  readChartCache,
  writeChartCache
} from '#server/benchmarks/chart-data/chart-cache.ts'
import { NOON, openSeeded, type SeededDatabase } from '#tests/support/seeded-database.ts'

const answerOf = (edition: string, bytes: number) => ({ edition, brotli: new Uint8Array(bytes) })

let store: SeededDatabase
beforeAll(async () => {
  store = await openSeeded(14)
})
afterAll(() => store.close())

test('uses a reply in memory only while it is the stored one', async () => {
  const { database } = store
  const { chart_id } = await database
    .selectFrom('charts')
    .select('chart_id')
    .where('programme_id', '=', 1)
    .executeTakeFirstOrThrow()
  const key = { programme_id: 1, chart_id, selection_hash: 'a selection' }
  const [here, there] = [chartMemoryCache(), chartMemoryCache()]
  const replyOf = (text: string) => new Uint8Array(Buffer.from(text))
  const read = async (version: string) => {
    const reply = await readChartCache(database, here, key, version)
    return reply && Buffer.from(reply).toString()
  }
  await writeChartCache(database, here, key, '1', NOON, replyOf('first'))
  expect([await read('1'), await read('2')]).toEqual(['first', null])
  await writeChartCache(database, there, key, '1', new Date(NOON.getTime() + 1), replyOf('again'))
  expect(await read('1')).toBe('again')
  await writeChartCache(database, there, key, '2', NOON, replyOf('later'))
  expect([await read('1'), await read('2'), await read('2')]).toEqual([null, 'later', 'later'])
})

test('never exceeds its size: the least recently used reply is evicted first', () => {
  const cache = chartMemoryCache(100)
  for (const key of ['a', 'b', 'c']) cache.set(key, answerOf('1', 30))
  cache.get('a')
  cache.set('d', answerOf('1', 40))
  expect(['a', 'b', 'c', 'd'].filter(key => cache.get(key) !== undefined)).toEqual(['a', 'c', 'd'])
  expect(cache.calculatedSize).toBe(100)
  for (let number = 0; number < 1000; number++) {
    cache.set(`e${number}`, answerOf('1', 1 + (number % 60)))
    expect(cache.calculatedSize).toBeLessThanOrEqual(100)
  }
})

test('an answer that is larger than all there is room for is not held, and takes its older edition away', () => {
  const cache = chartMemoryCache(100)
  cache.set('a', answerOf('1', 50))
  cache.set('b', answerOf('1', 50))
  cache.set('a', answerOf('2', 101))
  expect([cache.get('a'), cache.get('b')?.brotli.length, cache.calculatedSize]).toEqual([undefined, 50, 50])
})
