import { HOUR_MS } from '#lib/time/clock.ts'

/** How long the link in an email works, for the server and in words. */
export const linkLifetimes = {
  verify_email: { ms: 48 * HOUR_MS, words: 'two days' },
  reset_password: { ms: HOUR_MS, words: 'one hour' },
  invite: { ms: 7 * 24 * HOUR_MS, words: 'seven days' }
} as const

/** How many emails with each link one requester can have sent to an address in an hour: with the first one of a registration, three each (quality 2). */
export const linksAnHour = { verify_email: 2, reset_password: 3, invite: 3 } as const
