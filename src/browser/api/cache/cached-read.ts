// Stale-while-revalidate for lists that most screens need and that seldom change: shown from the device's cache, then refetched.

import { call, writesSoFar } from '#browser/api/call.ts'
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
import { GENERIC_FAILURE } from '#contract/failures.ts'
import { err, mapResult, ok, type Result } from '#lib/result.ts'
import { cacheOwner, readCachedReply, cacheReply } from './device-cache.ts'
import type { LoadableStore } from './loadable.ts'

interface CachedRead<E extends Endpoint, T> {
  store: LoadableStore<T>
  /** As in `LoadableStore.load`: content of the same key stays while newer content loads. */
  key: string
  endpoint: E
  input: InputOf<E>
  pick: (reply: ReplyOf<E>) => T
  /** Called with a reply, cached or fresh, before the store has it. */
  onReply?: (reply: ReplyOf<E>) => void
  /** Awaited before the request. */
  after?: Promise<void> | undefined
  /** Milliseconds for which a reply is fresh, unless this page has written in the meantime. By default 0. */
  freshFor?: number
}

/** A store's content, and the reply that it comes from. */
interface Shown {
  address: string
  text: string
  reply: unknown
  value: unknown
}

const shown = new WeakMap<object, Shown>()
/** When the server last confirmed a store's content. */
const confirmed = new WeakMap<object, { at: number; writes: number }>()

/** Loads reference data. A fresh reply that equals the cached one changes nothing, so nothing renders or is requested again. */
export async function loadCached<E extends Endpoint, T>(reference: CachedRead<E, T>): Promise<void> {
  const { store, endpoint, input } = reference
  // Never show one user's lists to the next who logs in on this page.
  const asker = cacheOwner()
  const key = `${asker} ${reference.key}`
  const address = JSON.stringify([key, input])
  if (isFresh(reference, address)) return reference.onReply?.(shown.get(store)?.reply as ReplyOf<E>)
  if (shown.get(store)?.address !== address || store.get().state !== 'ready') {
    const remembered = readCachedReply(endpoint, input)
    if (remembered !== undefined)
      store.settle(key, ok(take(reference, address, remembered, JSON.stringify(remembered))), true)
  }
  await store.load(key, async isNewest => {
    if (reference.after) await reference.after
    if (!isNewest()) return err(GENERIC_FAILURE)
    const asked = { at: performance.now(), writes: writesSoFar() }
    const result = await (call as Call<E>)(endpoint, input)
    if (!isNewest() || !result.ok) return mapResult(result, reference.pick)
    confirmed.set(store, asked)
    const text = JSON.stringify(result.value)
    const current = store.get()
    const before = shown.get(store)
    const isSame = before?.address === address && before.text === text
    if (isSame && current.state === 'ready' && current.value === before.value) {
      reference.onReply?.(result.value)
      return ok(current.value)
    }
    cacheReply(endpoint, input, result.value, asker)
    return ok(take(reference, address, result.value, text))
  })
}

function isFresh<E extends Endpoint, T>({ store, freshFor = 0 }: CachedRead<E, T>, address: string): boolean {
  const { at, writes } = confirmed.get(store) ?? { at: Number.NEGATIVE_INFINITY, writes: -1 }
  const current = store.get()
  const holdsIt = current.state === 'ready' && current.stale !== true && shown.get(store)?.address === address
  return holdsIt && writes === writesSoFar() && performance.now() - at < freshFor
}

type Call<E extends Endpoint> = (endpoint: E, input: InputOf<E>) => Promise<Result<ReplyOf<E>>>

function take<E extends Endpoint, T>(
  { store, pick, onReply }: CachedRead<E, T>,
  address: string,
  reply: ReplyOf<E>,
  text: string
): T {
  onReply?.(reply)
  const value = pick(reply)
  shown.set(store, { address, text, reply, value })
  return value
}
