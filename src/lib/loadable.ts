import type { Result } from './result.ts'

/** What a store holds of something that is fetched. A reload keeps the old content in `ready` with `stale` set. */
export type Loadable<T> =
  | { state: 'loading' }
  | { state: 'ready'; value: T; stale?: boolean }
  | { state: 'failed'; error: string; status: number | null }

export function settled<T, U>(result: Result<T>, pick: (value: T) => U): Loadable<U> {
  return result.ok
    ? { state: 'ready', value: pick(result.value) }
    : { state: 'failed', error: result.error, status: result.status }
}

/** Loading, without dropping content that is already on the screen. */
export function reloading<T>(current: Loadable<T>): Loadable<T> {
  return current.state === 'ready' ? { ...current, stale: true } : { state: 'loading' }
}
