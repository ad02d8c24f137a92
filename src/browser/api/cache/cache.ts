// The cache of replies, and the one entry to it: stale-while-revalidate, deduplicated reads, revalidation after a write (decision 0052).

import { atom, type ReadableAtom } from 'nanostores'
import { callAddress } from '#browser/api/call-address.ts'
import { call } from '#browser/api/call.ts'
import { readReply } from '#browser/api/read-reply.ts'
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
import { GENERIC_FAILURE } from '#contract/failures.ts'
import { err, mapResult, ok, type Result } from '#lib/result.ts'
import { cacheOwner, cacheValue, readCached } from './device-cache.ts'
import { writesSoFar } from './shared-reads.ts'

export { clearCache, setCachedSite } from './device-cache.ts'
export { answerAlso, settleReads, shareReads, writesSoFar } from './shared-reads.ts'

/**
 * The state of fetched data. A reload keeps the old content in `ready` with `stale` set; if it fails after a change, `isOutdated` says that
 * the content may lack the change.
 */
export type Loadable<T> =
  | { state: 'loading' }
  | { state: 'ready'; value: T; stale?: boolean; isOutdated?: boolean }
  | { state: 'failed'; error: string; status: number | null }

/**
 * A store of fetched data. Nothing else can write to it, so that of overlapping loads only the newest
 * counts, in whatever order they end.
 */
export interface LoadableStore<T> extends ReadableAtom<Loadable<T>> {
  /**
   * Loads the content of a key. The current content stays on the screen if it has the same key, otherwise it
   * is cleared. The result is dropped if a newer load or a reset has begun since; a read with further
   * effects asks `isNewest` first.
   */
  load(key: string, read: (isNewest: () => boolean) => Promise<Result<T>>): Promise<void>
  /**
   * Loads the content of a key again after a change; if that fails, what is shown stays and is marked as outdated. A no-op if the store has another key by
   * now: the reader has gone on, and what they left must not replace what they see.
   */
  reload(key: string, read: (isNewest: () => boolean) => Promise<Result<T>>): Promise<void>
  /** Sets a result that is known without a read. Loads in progress no longer count. */
  settle(key: string, result: Result<T>, isStale?: boolean): void
  /** Changes the content if there is any. */
  change(by: (value: T) => T): void
  /** Clears the content. Loads in progress no longer count. */
  reset(): void
}

const LOADING_STATE = { state: 'loading' } as const

const ofUser = new Set<WeakRef<{ reset: () => void }>>()

/** Clears every store that is of a user, or of nobody: what one was shown is never shown to the next in this tab. */
export function resetStoresOfUser(): void {
  for (const reference of ofUser) {
    const store = reference.deref()
    if (store === undefined) ofUser.delete(reference)
    else store.reset()
  }
}

const refusedLoads: (() => unknown)[] = []

/** After the user has logged in again, repeats every load that was refused before, unless the store has gone on. */
export const retryRefusedLoads = (): void => refusedLoads.splice(0).forEach(retry => retry())

interface StoreOptions {
  /** False for content of a case code or a link, with which a person goes on when a user logs out in another tab. */
  isOfUser?: boolean
}

export function loadableStore<T>({ isOfUser = true }: StoreOptions = {}): LoadableStore<T> {
  const store = atom<Loadable<T>>(LOADING_STATE)
  let loadedKey: string | null = null
  let newestLoad = 0

  const settle = (result: Result<T>, isStale: boolean, shown?: Loadable<T>): void =>
    store.set(
      result.ok
        ? { state: 'ready', value: result.value, ...(isStale && { stale: true }) }
        : shown?.state === 'ready'
          ? { state: 'ready', value: shown.value, isOutdated: true }
          : { state: 'failed', error: result.error, status: result.status }
    )

  const loadable = Object.assign(store, {
    async load(
      key: string,
      read: (isNewest: () => boolean) => Promise<Result<T>>,
      keepsShown = false
    ): Promise<void> {
      const current = store.get()
      store.set(key === loadedKey && current.state === 'ready' ? { ...current, stale: true } : LOADING_STATE)
      loadedKey = key
      const load = (newestLoad += 1)
      const isNewest = (): boolean => load === newestLoad
      const result = await read(isNewest)
      if (!isNewest()) return
      settle(result, false, keepsShown ? store.get() : undefined)
      // The session has ended.
      if (!result.ok && result.status === 401)
        refusedLoads.push(() => isNewest() && loadable.load(key, read, keepsShown))
    },
    async reload(key: string, read: (isNewest: () => boolean) => Promise<Result<T>>): Promise<void> {
      if (key === loadedKey) await loadable.load(key, read, true)
    },
    settle(key: string, result: Result<T>, isStale = false): void {
      newestLoad += 1
      loadedKey = key
      settle(result, isStale)
    },
    change(by: (value: T) => T): void {
      const current = store.get()
      if (current.state === 'ready') store.set({ ...current, value: by(current.value) })
    },
    reset(): void {
      newestLoad += 1
      loadedKey = null
      store.set(LOADING_STATE)
    }
  })
  if (isOfUser) ofUser.add(new WeakRef(loadable))
  return loadable
}

interface CachedRead<E extends Endpoint, T> {
  store: LoadableStore<T>
  /** As in `LoadableStore.load`: content of the same key stays while newer is on its way. */
  key: string
  endpoint: E
  input: InputOf<E>
  pick: (reply: ReplyOf<E>) => T
  /** What follows from a reply, remembered or fresh, before the store has it. */
  onReply?: (reply: ReplyOf<E>) => void
  /** What comes before the asking. */
  after?: Promise<void> | undefined
  /** Milliseconds in which a reply is not asked for again, unless this page has written meanwhile. By default it always is. */
  freshFor?: number
}

/** What a store holds, and the reply that it was picked from. */
interface Shown {
  address: string
  text: string
  reply: unknown
  value: unknown
}

const shown = new WeakMap<object, Shown>()
/** When the server last said what a store holds. */
const confirmed = new WeakMap<object, { at: number; writes: number }>()

/**
 * Loads what seldom changes: shows the reply of an earlier visit at once and asks the server behind that (stale-while-revalidate). An equal
 * reply changes nothing, so nothing is drawn or asked for again.
 */
export async function loadCached<E extends Endpoint, T>(reference: CachedRead<E, T>): Promise<void> {
  const { store, endpoint, input } = reference
  // One person's lists are nothing to the next who logs in on this page.
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
    cacheValue(callAddress(endpoint, input), result.value, asker)
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

/** The reply to the same call of an earlier visit. */
function readCachedReply<E extends Endpoint>(endpoint: E, input: InputOf<E>): ReplyOf<E> | undefined {
  if (endpoint.reply === 'file') return undefined
  const reply = readReply(readCached(callAddress(endpoint, input)), endpoint.reply)
  return reply === null ? undefined : (reply as ReplyOf<E>)
}
