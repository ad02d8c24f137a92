// An error is a value until someone can act on it.

export interface Ok<T> {
  ok: true
  value: T
}

export interface Err<E = string> {
  ok: false
  error: E
  /** HTTP status, or null where there was none. */
  status: number | null
}

export type Result<T, E = string> = Ok<T> | Err<E>

export const ok = <T>(value: T): Ok<T> => ({ ok: true, value })
export const err = <E = string>(error: E, status: number | null = null): Err<E> => ({
  ok: false,
  error,
  status
})

/** Picks out of a value what is needed of it; a failure stays what it is. */
export const mapResult = <T, U, E>(result: Result<T, E>, pick: (value: T) => U): Result<U, E> =>
  result.ok ? ok(pick(result.value)) : result
