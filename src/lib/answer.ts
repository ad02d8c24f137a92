// A failure is a value until someone can act on it.

export interface Failure {
  ok: false
  error: string
  /** HTTP status, or null when there was none. */
  status: number | null
}

export type Answer<T> = { ok: true; value: T } | Failure

export const success = <T>(value: T): Answer<T> => ({ ok: true, value })
export const failure = (error: string, status: number | null = null): Failure => ({
  ok: false,
  error,
  status
})
