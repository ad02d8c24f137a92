// Estimates the server's clock. A computer's own clock may be hours wrong or be set while the page is open, so the server's timestamps (the end
// of a session, a deadline, an answer) are never compared with it. All other code gets the time from here too: a test finds every other use of
// the browser's clock.

import { MINUTE_MS } from './clock.ts'

interface ClockReading {
  /** The server's time, in milliseconds since 1970. */
  server: number
  /** The computer's clock and the monotonic clock at that time. */
  device: number
  steady: number
}

/** How far the computer's clock and the monotonic one may drift apart before neither is trusted. */
const MAX_DRIFT_MS = MINUTE_MS

let reading: ClockReading | null = null

/** This computer's clock: only for times that are compared on this device, and for durations. */
export const deviceTime = (): number => Date.now()

/**
 * Returns a function that says how many milliseconds have passed, or more if the computer's clock was set. The monotonic clock may stop while
 * the computer sleeps.
 */
export function startStopwatch(): () => number {
  const [device, steady] = [deviceTime(), performance.now()]
  return () => Math.max(Math.abs(deviceTime() - device), performance.now() - steady)
}

/** Records the server's time from a reply. It was sent at that time or later, so the later of two readings is closer. */
export function noteServerTime(server: number): void {
  if (!Number.isFinite(server)) return
  const known = serverTime()
  if (known !== null && server <= known && isSteady()) return
  reading = { server, device: deviceTime(), steady: performance.now() }
}

/** Reads the `Date` of a reply. */
export function noteReply({ headers }: Response): void {
  const date = headers.get('Date')
  if (date !== null) noteServerTime(Date.parse(date))
}

/** The server's time; null before the first reply. It is early, never late, if the computer slept since the last one. */
export const serverTime = (): number | null =>
  reading && reading.server + (performance.now() - reading.steady)

/** The server's time if this computer's clock has not been set since the last reply. */
export const serverTimeByDevice = (): number | null =>
  reading && reading.server + (deviceTime() - reading.device)

/** False if the computer has slept or its clock was set: then only the server knows the time. */
export function isSteady(): boolean {
  const [steady, device] = [serverTime(), serverTimeByDevice()]
  return steady !== null && device !== null && Math.abs(device - steady) <= MAX_DRIFT_MS
}

/** Now, by the server's clock; by the computer's before the first reply. */
export const presentTime = (): Date => new Date(serverTime() ?? deviceTime())

/** Converts a server time to the computer's clock, for times that people compare with it. */
export const onDeviceClock = (server: number): number =>
  deviceTime() + (server - (serverTime() ?? deviceTime()))

export const forgetServerTime = (): void => void (reading = null)
