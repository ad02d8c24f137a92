// An error is a value until someone can act on it.

export interface Ok<T> {
  ok: true
  value: T
}

export interface Err<E = string> {
  ok: false
  error: E
  /** The HTTP status, or null if there was none. */
  status: number | null
}

export type Result<T, E = string> = Ok<T> | Err<E>

export const ok = <T>(value: T): Ok<T> => ({ ok: true, value })
export const err = <E = string>(error: E, status: number | null = null): Err<E> => ({
  ok: false,
  error,
  status
})

/** Maps the value of a success; returns an error unchanged. */
export const mapResult = <T, U, E>(result: Result<T, E>, pick: (value: T) => U): Result<U, E> =>
  result.ok ? ok(pick(result.value)) : result
