// The server's clock, as far as this page knows it. A computer's own clock may be hours wrong or be set while the page is open, so what the server
// has dated (the end of a session, a deadline, an answer) is never compared with it. Everything else that needs the time has it from here as well:
// a test finds every other use of the browser's clock.
import { MINUTE_MS } from './clock.ts'

interface Reading {
  /** The server's time, in milliseconds since 1970. */
  server: number
  /** What the computer's clock said then, and a clock that nobody sets. */
  device: number
  steady: number
}

/** How far the computer's clock and the one that nobody sets may drift apart before one of them is not believed. */
const MAX_DRIFT_MS = MINUTE_MS

let reading: Reading | null = null

/** This computer's clock: for what is compared with itself on this device only, and for how long something took. */
export const deviceTime = (): number => Date.now()

/** What the server says that the time is. It was not later, so of two readings the later one is closer. */
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

/** The server's time; null before the first reply. A computer that slept since the last one makes it early, never late. */
export const serverTime = (): number | null =>
  reading && reading.server + (performance.now() - reading.steady)

/** The server's time if this computer's clock has only gone on since the last reply. */
export const serverTimeByDevice = (): number | null =>
  reading && reading.server + (deviceTime() - reading.device)

/** False when the computer has slept or its clock was set: only the server can say what time it is. */
export function isSteady(): boolean {
  const [steady, device] = [serverTime(), serverTimeByDevice()]
  return steady !== null && device !== null && Math.abs(device - steady) <= MAX_DRIFT_MS
}

/** Now, by the server's clock; by the computer's before the first reply. */
export const presentTime = (): Date => new Date(serverTime() ?? deviceTime())

/** What the computer's clock shows at a moment of the server's, for times that people read beside it. */
export const onDeviceClock = (server: number): number =>
  deviceTime() + (server - (serverTime() ?? deviceTime()))

/** A page begins without a reading. */
export const forgetServerTime = (): void => void (reading = null)
