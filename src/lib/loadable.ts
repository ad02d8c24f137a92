import type { Answer } from './answer.ts'

/** What a store holds of something that is fetched. A reload keeps the old content in `ready` with `stale` set. */
export type Loadable<T> =
  | { state: 'loading' }
  | { state: 'ready'; value: T; stale?: boolean }
  | { state: 'failed'; error: string; status: number | null }

export function settled<T, U>(answer: Answer<T>, pick: (value: T) => U): Loadable<U> {
  return answer.ok
    ? { state: 'ready', value: pick(answer.value) }
    : { state: 'failed', error: answer.error, status: answer.status }
}

/** Loading, without dropping content that is already on the screen. */
export function reloading<T>(current: Loadable<T>): Loadable<T> {
  return current.state === 'ready' ? { ...current, stale: true } : { state: 'loading' }
}
