// Sends a request, again where that cannot do harm, and tells how it ended.

import { parseJson } from '#lib/text/direction-controls.ts'
import { pause, SECOND_MS } from '#lib/time/clock.ts'
import { deviceTime } from '#lib/time/server-clock.ts'
import { withTimeout } from '#lib/time/with-timeout.ts'
import { signal } from './abort.ts'

const MAX_RETRY_AFTER_MS = 5 * SECOND_MS

/** How a request ended: with a reply, with a refusal and its body if that is JSON, without any reply, or with one that took too long or broke off. */
export type Outcome<T> =
  | { state: 'replied'; response: Response; body: T }
  | { state: 'refused'; response: Response; data: unknown }
  | { state: 'unreachable' | 'broken' }

export interface RequestPlan<T> {
  /** A new request for each attempt: its body can be read once. */
  create: (signal: AbortSignal) => Request
  send: typeof globalThis.fetch
  /** Reads a successful reply, within the same time limit. */
  read: (response: Response) => Promise<T>
  timeoutMs: number
  /** Whether to send it again after so many attempts that ended like this. */
  isRepeated: (outcome: Outcome<T>, attempts: number) => boolean
}

/** Never throws. Before the next attempt it waits as long as the server asks for, five seconds at most. */
export async function sendRequest<T>(plan: RequestPlan<T>): Promise<Outcome<T>> {
  for (let attempts = 1; ; attempts += 1) {
    const outcome = await attempt(plan)
    if (!plan.isRepeated(outcome, attempts)) return outcome
    const waitMs = outcome.state === 'refused' ? retryAfterMs(outcome.response) : 0
    if (waitMs > 0) await pause(Math.min(waitMs, MAX_RETRY_AFTER_MS))
  }
}

async function attempt<T>({ create, send, read, timeoutMs }: RequestPlan<T>): Promise<Outcome<T>> {
  const controller = new AbortController()
  const stop = (): void => controller.abort()
  signal.addEventListener('abort', stop)
  let outcome: Outcome<T> = { state: 'unreachable' }
  const exchange = async (): Promise<void> => {
    const response = await send(create(controller.signal))
    if (response.ok) {
      outcome = { state: 'broken' }
      outcome = { state: 'replied', response, body: await read(response) }
    } else {
      // The status counts even if the body never ends.
      outcome = { state: 'refused', response, data: undefined }
      outcome = { ...outcome, data: parseJson(await response.text()) }
    }
  }
  const exchanged = exchange().catch(() => {})
  try {
    await withTimeout(exchanged, timeoutMs, 'The server does not reply.')
  } catch {
    stop()
    if (outcome.state === 'unreachable') return { state: 'broken' }
  } finally {
    signal.removeEventListener('abort', stop)
  }
  return outcome
}

/** The wait in a refusal's Retry-After, which is a number of seconds or a date; 0 if there is none. */
function retryAfterMs({ headers }: Response): number {
  const text = headers.get('Retry-After') ?? ''
  const waitMs = /^\d+$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - deviceTime()
  return waitMs > 0 ? waitMs : 0
}
