import { atom, type ReadableAtom } from 'nanostores'
import type { Result } from '#lib/result.ts'

/** The state of fetched data. A reload keeps the old content in `ready` with `stale` set. */
export type Loadable<T> =
  | { state: 'loading' }
  | { state: 'ready'; value: T; stale?: boolean }
  | { state: 'failed'; error: string; status: number | null }

/**
 * A store of fetched data. Nothing else can write to it. Of overlapping loads only the newest
 * counts, in whatever order they end.
 */
export interface LoadableStore<T> extends ReadableAtom<Loadable<T>> {
  /**
   * Loads the content of a key. The current content stays on the screen if it has the same key, otherwise it
   * is cleared. The result is dropped if a newer load or a reset has begun since; a read with further
   * effects asks `isNewest` first.
   */
  load(key: string, read: (isNewest: () => boolean) => Promise<Result<T>>): Promise<void>
  /** Sets a result that is known without a read. Loads in progress no longer count. */
  settle(key: string, result: Result<T>, isStale?: boolean): void
  /** Changes the content if there is any. */
  change(by: (value: T) => T): void
  /** Clears the content. Loads in progress no longer count. */
  reset(): void
}

const LOADING_STATE = { state: 'loading' } as const

export function loadableStore<T>(): LoadableStore<T> {
  const store = atom<Loadable<T>>(LOADING_STATE)
  let loadedKey: string | null = null
  let newestLoad = 0

  const settle = (result: Result<T>, isStale: boolean): void =>
    store.set(
      result.ok
        ? { state: 'ready', value: result.value, ...(isStale && { stale: true }) }
        : { state: 'failed', error: result.error, status: result.status }
    )

  return Object.assign(store, {
    async load(key: string, read: (isNewest: () => boolean) => Promise<Result<T>>): Promise<void> {
      const current = store.get()
      store.set(key === loadedKey && current.state === 'ready' ? { ...current, stale: true } : LOADING_STATE)
      loadedKey = key
      const load = (newestLoad += 1)
      const isNewest = (): boolean => load === newestLoad
      const result = await read(isNewest)
      if (isNewest()) settle(result, false)
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
}
