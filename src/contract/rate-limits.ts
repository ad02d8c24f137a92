// Rate limits for callers who are not logged in (quality 2). Every operation that is open, or opened by a case
// code, declares its limits; the type of an endpoint demands it.

export interface RateLimit {
  /** Operations with the same bucket are counted together. */
  bucket: 'accounts' | 'account_failures' | 'account_requests' | 'unknown_case_codes' | 'case_code' | 'public'
  by: 'address' | 'case_code'
  /**
   * `failed calls` are counted before the check, and uncounted on success, so that concurrent calls cannot slip through and
   * people who know their password do not hinder each other behind one address. `unknown codes` are counted if the code was never issued.
   */
  counts: 'calls' | 'failed calls' | 'unknown codes'
  perMinute: number
}

const FAILURES: RateLimit = {
  bucket: 'account_failures',
  by: 'address',
  counts: 'failed calls',
  perMinute: 30
}
/** Each call costs a password hash, whether or not it succeeds. */
const ACCOUNT_CALLS: RateLimit = { bucket: 'accounts', by: 'address', counts: 'calls', perMinute: 300 }

/** Calls by which a password or a mailed code could be guessed. */
export const GUESSABLE: readonly RateLimit[] = [FAILURES, ACCOUNT_CALLS]
/** Requests for an account or a mail: the response is always the same, so each call counts. */
export const ACCOUNT_REQUESTS: readonly RateLimit[] = [
  { bucket: 'account_requests', by: 'address', counts: 'calls', perMinute: 30 },
  ACCOUNT_CALLS
]

const UNKNOWN_CODES: RateLimit = {
  bucket: 'unknown_case_codes',
  by: 'address',
  counts: 'unknown codes',
  perMinute: 30
}
const CALLS_OF_CODE: RateLimit = { bucket: 'case_code', by: 'case_code', counts: 'calls', perMinute: 600 }

/** Calls with a case code: respondents may share an address, but not a code. */
export const BY_CASE_CODE: readonly RateLimit[] = [UNKNOWN_CODES, CALLS_OF_CODE]

/** Public reads. */
export const PUBLIC_READS: readonly RateLimit[] = [
  { bucket: 'public', by: 'address', counts: 'calls', perMinute: 600 }
]
