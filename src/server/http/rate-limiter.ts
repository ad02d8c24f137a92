// Counts calls in fixed windows of a minute, in memory: a stranger's calls never write to the database. Each
// server counts on its own; what must hold across servers (failed passwords and codes of an account, mails
// to an address) is counted in the database.

import type { RateLimit } from '#contract/rate-limits.ts'
import { ApiError } from './api-error.ts'

const WINDOW_MS = 60_000
/** Above this number the oldest keys are dropped, so that made-up keys cannot fill the memory. */
const MAX_KEYS = 100_000

interface RateWindow {
  startedAt: number
  count: number
}

export class RateLimiter {
  readonly #windows = new Map<string, RateWindow>()

  /** Counts a call, or refuses it if the limit is reached. */
  take(limit: RateLimit, subject: string, now: Date): void {
    this.refuseIfExhausted(limit, subject, now)
    this.#window(limit, subject, now).count += 1
  }

  get size(): number {
    return this.#windows.size
  }

  /** Undoes a count of this window. */
  giveBack(limit: RateLimit, subject: string, now: Date): void {
    const window = this.#window(limit, subject, now)
    window.count = Math.max(0, window.count - 1)
  }

  refuseIfExhausted(limit: RateLimit, subject: string, now: Date): void {
    const { count, startedAt } = this.#window(limit, subject, now)
    if (count < limit.perMinute) return
    const seconds = Math.max(1, Math.ceil((startedAt + WINDOW_MS - now.getTime()) / 1000))
    throw new ApiError(429, 'Too many attempts. Try again in a minute.', { 'Retry-After': String(seconds) })
  }

  #window({ bucket }: RateLimit, subject: string, now: Date): RateWindow {
    const key = `${bucket} ${subject}`
    const known = this.#windows.get(key)
    if (known && Math.abs(now.getTime() - known.startedAt) < WINDOW_MS) return known
    const window = { startedAt: now.getTime(), count: 0 }
    // Deleted first, so that the map stays ordered by the start of the window.
    this.#windows.delete(key)
    this.#windows.set(key, window)
    this.#forgetOldest(now)
    return window
  }

  #forgetOldest(now: Date): void {
    for (const [key, { startedAt }] of this.#windows) {
      if (this.#windows.size <= MAX_KEYS && now.getTime() - startedAt < WINDOW_MS) return
      this.#windows.delete(key)
    }
  }
}
