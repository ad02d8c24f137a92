import { HOUR_MS } from '#lib/time/clock.ts'

/** How long the link in an email works, for the server and in words. */
export const linkLifetimes = {
  verify_email: { ms: 48 * HOUR_MS, words: 'two days' },
  reset_password: { ms: HOUR_MS, words: 'one hour' },
  invite: { ms: 7 * 24 * HOUR_MS, words: 'seven days' }
} as const
