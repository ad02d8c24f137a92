import type { Endpoint } from '#contract/endpoint.ts'
import { LOGIN_FAILURE } from '#contract/failures.ts'
import type { RateLimit } from '#contract/rate-limits.ts'
import { ApiError } from './api-error.ts'
import { addressGroup } from './network-address.ts'
import type { RateLimiter } from './rate-limiter.ts'

/** The limits of one call, as its endpoint declares them. */
export interface CallLimits {
  /** Once the call is done without a refusal, or with one that says the guess was right. */
  settle(error: unknown): void
  countUnknownCode(): void
  countCaseCode(code: string): void
}

/** Refuses the call where its address has used up a limit. Without an address the call comes from the same process and is not counted. */
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

/** Only someone who knows the password gets 403 or the request for a one-time code; with 503 nothing was checked. */
const isWrongGuess = (error: unknown): boolean =>
  error instanceof ApiError &&
  ![403, 503].includes(error.status) &&
  error.message !== LOGIN_FAILURE.missingOtp
