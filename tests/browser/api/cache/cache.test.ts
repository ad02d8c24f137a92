import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadableStore } from '#browser/api/cache/cache.ts'
import { err, ok, type Result } from '#lib/result.ts'

/** A read that ends when it is told to. */
function openRead<T>() {
  const { promise, resolve } = Promise.withResolvers<Result<T>>()
  return { read: () => promise, end: resolve }
}

describe('a store of something that is fetched', () => {
  test('of loads that overlap only the newest counts, in whatever order they end, also with the same key', async () => {
    const loads = fc.array(fc.record({ key: fc.constantFrom('a', 'b'), rank: fc.nat() }), {
      minLength: 1,
      maxLength: 6
    })
    await fc.assert(
      fc.asyncProperty(loads, async asked => {
        const store = loadableStore<number>()
        const reads = asked.map(({ key, rank }, index) => {
          const { read, end } = openRead<number>()
          return { rank, index, end, done: store.load(key, read) }
        })
        for (const { end, index, done } of reads.toSorted((one, other) => one.rank - other.rank)) {
          end(ok(index))
          await done
        }
        expect(store.get()).toEqual({ state: 'ready', value: asked.length - 1 })
      })
    )
  })

  test('content stays while the same key is read again, and goes for another', async () => {
    const store = loadableStore<number>()
    await store.load('a', async () => ok(1))
    const again = openRead<number>()
    const done = store.load('a', again.read)
    expect(store.get()).toEqual({ state: 'ready', value: 1, stale: true })
    again.end(ok(2))
    await done
    expect(store.get()).toEqual({ state: 'ready', value: 2 })
    void store.load('b', openRead<number>().read)
    expect(store.get()).toEqual({ state: 'loading' })
  })

  test('a change is read again as long as what it belongs to is shown', async () => {
    const store = loadableStore<number>()
    await store.reload('a', async () => ok(1))
    expect(store.get()).toEqual({ state: 'loading' })
    await store.load('a', async () => ok(2))
    await store.reload('a', async () => ok(3))
    expect(store.get()).toEqual({ state: 'ready', value: 3 })
    const next = openRead<number>()
    const turned = store.load('b', next.read)
    await store.reload('a', async () => ok(4))
    next.end(ok(5))
    await turned
    expect(store.get()).toEqual({ state: 'ready', value: 5 })
  })

  test('a failure is reported, and the next load sends a new request', async () => {
    const store = loadableStore<number>()
    await store.load('a', async () => err('No answer', 503))
    expect(store.get()).toEqual({ state: 'failed', error: 'No answer', status: 503 })
    void store.load('a', openRead<number>().read)
    expect(store.get()).toEqual({ state: 'loading' })
  })

  test('a reset and a settled result outdate the loads that are under way', async () => {
    const store = loadableStore<number>()
    const left = openRead<number>()
    const first = store.load('a', left.read)
    store.reset()
    left.end(ok(1))
    await first
    expect(store.get()).toEqual({ state: 'loading' })
    const late = openRead<number>()
    const second = store.load('a', late.read)
    store.settle('a', ok(2), true)
    late.end(ok(3))
    await second
    expect(store.get()).toEqual({ state: 'ready', value: 2, stale: true })
  })

  test('a read knows whether it is still the newest', async () => {
    const store = loadableStore<number>()
    const seen: boolean[] = []
    const { read, end } = openRead<number>()
    const first = store.load('a', async isNewest => {
      seen.push(isNewest())
      const result = await read()
      seen.push(isNewest())
      return result
    })
    const second = store.load('a', async () => ok(2))
    end(ok(1))
    await Promise.all([first, second])
    expect(seen).toEqual([true, false])
  })

  test('only content is changed', async () => {
    const store = loadableStore<number>()
    store.change(value => value + 1)
    expect(store.get()).toEqual({ state: 'loading' })
    store.settle('a', ok(1))
    store.change(value => value + 1)
    expect(store.get()).toEqual({ state: 'ready', value: 2 })
  })
})
