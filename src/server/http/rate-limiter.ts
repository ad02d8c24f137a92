// Counts calls in fixed windows of a minute, in memory: nothing that a stranger sends writes to the database. Each server counts for itself;
// what must hold over all servers (failed passwords and one-time codes of one account, mails to one address) is counted in the database.
import { isIPv4, isIPv6 } from 'node:net'
import type { RateLimit } from '#contract/rate-limits.ts'
import { ApiError } from './api-error.ts'

const WINDOW_MS = 60_000
/** More keys than this at a time are forgotten from the oldest on, so that made-up ones cannot fill the memory. */
const MAX_KEYS = 100_000

interface Window {
  startedAt: number
  count: number
}

export class RateLimiter {
  readonly #windows = new Map<string, Window>()

  /** Counts a call, or refuses it where the limit is reached. */
  take(limit: RateLimit, subject: string, now: Date): void {
    this.refuseIfExhausted(limit, subject, now)
    this.#window(limit, subject, now).count += 1
  }

  get size(): number {
    return this.#windows.size
  }

  /** Takes back one that was counted in this window. */
  giveBack(limit: RateLimit, subject: string, now: Date): void {
    const window = this.#window(limit, subject, now)
    window.count = Math.max(0, window.count - 1)
  }

  refuseIfExhausted(limit: RateLimit, subject: string, now: Date): void {
    const { count, startedAt } = this.#window(limit, subject, now)
    if (count < limit.perMinute) return
    const seconds = Math.max(1, Math.ceil((startedAt + WINDOW_MS - now.getTime()) / 1000))
    throw new ApiError(429, 'Too many calls. Try again in a minute.', { 'Retry-After': String(seconds) })
  }

  #window({ bucket }: RateLimit, subject: string, now: Date): Window {
    const key = `${bucket} ${subject}`
    const known = this.#windows.get(key)
    if (known && Math.abs(now.getTime() - known.startedAt) < WINDOW_MS) return known
    const window = { startedAt: now.getTime(), count: 0 }
    // Deleted first, so that the map stays in the order in which windows began.
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

/** One subscriber holds a whole /64 of IPv6, so that is what is counted. IPv4 written as IPv6 is IPv4. */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (isIPv4(address) || !isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const first = head.split(':').filter(Boolean)
  const last = (tail ?? '').split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length)
  const groups = [...first, ...Array.from({ length: missing }, () => '0'), ...last]
  return `${groups
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
