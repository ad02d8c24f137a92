// Time, in milliseconds unless a name says otherwise.

export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export const pause = (milliseconds: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, milliseconds))

/** Calendar days from one moment to another in the reader's time zone: 0 today, 1 tomorrow, −1 yesterday. */
export function daysUntil(moment: Date, now: Date): number {
  const midnight = (date: Date): number => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  return Math.round((midnight(moment) - midnight(now)) / DAY_MS)
}
