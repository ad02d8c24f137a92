import type { Endpoint } from '#contract/endpoint.ts'
import { LOGIN_FAILURE } from '#contract/failures.ts'
import type { RateLimit } from '#contract/rate-limits.ts'
import { ApiError } from './api-error.ts'
import { addressGroup } from './network-address.ts'
import type { RateLimiter } from './rate-limiter.ts'

/** The limits of one call, as its endpoint declares them. */
export interface CallLimits {
  /** Called when the call succeeds, or is refused with a reply that confirms the guess. */
  settle(error: unknown): void
  countUnknownCode(): void
  countCaseCode(code: string): void
}

/** Refuses the call if its address has used up a limit. A call without an address comes from the same process and is not counted. */
export function limitCall(
  limiter: RateLimiter,
  { rateLimits = [] }: Endpoint,
  address: string | null,
  now: Date
): CallLimits {
  const subject = address === null ? null : addressGroup(address)
  const ofAddress = (counts: RateLimit['counts']): readonly RateLimit[] =>
    subject === null ? [] : rateLimits.filter(limit => limit.by === 'address' && limit.counts === counts)
  for (const limit of [...ofAddress('failed calls'), ...ofAddress('unknown codes')])
    limiter.refuseIfExhausted(limit, subject ?? '', now)
  for (const limit of [...ofAddress('calls'), ...ofAddress('failed calls')])
    limiter.take(limit, subject ?? '', now)
  return {
    settle(error) {
      if (isWrongGuess(error)) return
      for (const limit of ofAddress('failed calls')) limiter.giveBack(limit, subject ?? '', now)
    },
    countUnknownCode() {
      for (const limit of ofAddress('unknown codes')) limiter.take(limit, subject ?? '', now)
    },
    countCaseCode(code) {
      for (const limit of rateLimits.filter(({ by }) => by === 'case_code')) limiter.take(limit, code, now)
    }
  }
}

/** 403 and the request for a one-time code are returned only to someone who knows the password; with 503 nothing was checked. */
const isWrongGuess = (error: unknown): boolean =>
  error instanceof ApiError &&
  ![403, 503].includes(error.status) &&
  error.message !== LOGIN_FAILURE.missingOtp
