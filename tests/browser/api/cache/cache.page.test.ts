// Stale-while-revalidate: stale content at once, no redundant requests, and never for another user.

import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  clearCache,
  loadableStore,
  type LoadableStore,
  loadCached,
  retryRefusedLoads,
  shareReads
} from '#browser/api/cache/cache.ts'
import { noteWrite } from '#browser/api/cache/shared-reads.ts'
import { call } from '#browser/api/call.ts'
import { reloadAfterWrite } from '#browser/api/reload-after-write.ts'
import { storeToken } from '#browser/api/token.ts'
import { configureTransport } from '#browser/api/transport.ts'
import { setRuntimeConfig } from '#browser/stores/site-config.ts'
import { logout } from '#contract/auth.ts'
import { GENERIC_FAILURE } from '#contract/failures.ts'
import { listTimePeriods } from '#contract/time-periods.ts'
import { err, ok } from '#lib/result.ts'
import { pageConfig } from '#tests/support/page-config.ts'
import { eventually } from '#tests/support/patience.ts'
import { aToken } from '#tests/support/token.ts'

let names: string[] = []
let gets = 0
let hold = Promise.resolve()

beforeEach(() => {
  setRuntimeConfig(pageConfig)
  storeToken(aToken({ sub: '7' }))
  clearCache()
  noteWrite()
  gets = 0
  hold = Promise.resolve()
  configureTransport({
    apiBase: 'http://api.example',
    fetch: async input => {
      if ((input as Request).method !== 'GET') return Response.json({})
      gets += 1
      const time_periods = names.map(time_period_name => ({ time_period_name }))
      await hold
      return Response.json({ time_periods })
    }
  })
})

const read = (store: LoadableStore<string[]>, freshFor = 0): Promise<void> =>
  loadCached({
    store,
    key: 'periods',
    endpoint: listTimePeriods,
    input: { query: { programme_id: 1 } },
    pick: reply => reply.time_periods.map(period => period.time_period_name),
    freshFor
  })

/** What the next page of the same person shows while the server has not answered yet. */
async function onNextPage(): Promise<{ store: LoadableStore<string[]>; answer: () => Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  hold = promise
  const store = loadableStore<string[]>()
  const reading = read(store)
  return {
    store,
    answer: () => {
      resolve()
      return reading
    }
  }
}

describe('a cached read', () => {
  test('shows what this device has at once, marked as stale, and then what the server says', async () => {
    names = ['2024']
    await read(loadableStore<string[]>())
    names = ['2024', '2025']
    const { store, answer } = await onNextPage()
    expect(store.get()).toEqual({ state: 'ready', value: ['2024'], stale: true })
    await answer()
    expect(store.get()).toEqual({ state: 'ready', value: ['2024', '2025'] })
    const next = await onNextPage()
    expect(next.store.get()).toMatchObject({ value: ['2024', '2025'] })
    await next.answer()
  })

  test('shows nothing that someone has edited beyond the contract', async () => {
    await read(loadableStore<string[]>())
    for (const name of Object.keys(localStorage))
      if (name.startsWith('kept:')) localStorage.setItem(name, '{"periods":1}')
    const { store, answer } = await onNextPage()
    expect(store.get()).toEqual({ state: 'loading' })
    await answer()
    expect(store.get()).toMatchObject({ state: 'ready' })
  })

  test('changes nothing where the server says the same', async () => {
    names = ['2024']
    await read(loadableStore<string[]>())
    const { store, answer } = await onNextPage()
    const shown = store.get()
    await answer()
    const { value } = store.get() as { value: string[] }
    expect(shown).toMatchObject({ value })
    expect((shown as { value: string[] }).value).toBe(value)
  })

  test('asks again within the time that a reply is fresh only after this page has written', async () => {
    const store = loadableStore<string[]>()
    await read(store, 60_000)
    await read(store, 60_000)
    expect(gets).toBe(1)
    await read(store)
    expect(gets).toBe(2)
    await call(logout)
    await read(store, 60_000)
    expect(gets).toBe(3)
  })

  test('shows one person nothing of the person before in the same tab', async () => {
    names = ['2024']
    const store = loadableStore<string[]>()
    await read(store)
    storeToken(aToken({ sub: '8' }))
    names = []
    const { promise, resolve } = Promise.withResolvers<void>()
    hold = promise
    const reading = read(store, 60_000)
    expect(store.get()).toEqual({ state: 'loading' })
    resolve()
    await reading
    expect(store.get()).toEqual({ state: 'ready', value: [] })
  })

  test('shares its request with identical reads while a screen loads', async () => {
    shareReads()
    names = ['2024']
    const stores = [loadableStore<string[]>(), loadableStore<string[]>()]
    await Promise.all(stores.map(store => read(store)))
    expect(gets).toBe(1)
    expect(stores.map(store => store.get())).toEqual(stores.map(() => ({ state: 'ready', value: ['2024'] })))
  })
})

test.each([
  ['was accepted', ok(null), 1],
  ['was refused by the server', err('Not allowed.', 403), 1],
  ['failed at the server', err(GENERIC_FAILURE, 503), 0],
  ['reached no server', err(GENERIC_FAILURE), 0]
])(
  'a write that %s: its outcome is passed on, what the page shows is read again where it can be',
  async (_, result, times) => {
    const reload = vi.fn<() => void>()
    expect(await reloadAfterWrite(Promise.resolve(result), reload)).toBe(result)
    expect(reload).toHaveBeenCalledTimes(times)
  }
)

test('what is shown stays if reading it again fails, and is marked; what was asked for anew has failed', async () => {
  const store = loadableStore<string>()
  await store.load('one', async () => ok('shown'))
  const fail = async () => err(GENERIC_FAILURE, 503)
  await store.reload('one', fail)
  expect(store.get()).toEqual({ state: 'ready', value: 'shown', isOutdated: true })
  await store.reload('one', async () => ok('newer'))
  expect(store.get()).toEqual({ state: 'ready', value: 'newer' })
  await store.load('one', fail)
  expect(store.get()).toMatchObject({ state: 'failed', status: 503 })
  await store.reload('one', fail)
  expect(store.get()).toMatchObject({ state: 'failed', status: 503 })
})

test('after another login only loads that were refused for want of one are repeated', async () => {
  const answers = [err('Your session has ended.', 401), err('You may not see this.', 403)]
  const stores = answers.map(answer => {
    const store = loadableStore<string>()
    const reads: string[] = []
    return {
      store,
      reads,
      load: store.load('k', async () => (reads.push('asked') === 1 ? answer : ok('new')))
    }
  })
  await Promise.all(stores.map(({ load }) => load))
  retryRefusedLoads()
  await eventually(() => expect(stores[0]?.store.get()).toEqual({ state: 'ready', value: 'new' }))
  retryRefusedLoads()
  expect(stores.map(({ reads }) => reads.length)).toEqual([2, 1])
})
