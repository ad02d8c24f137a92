// Sends what waits in the outbox.

import type { MailWorker } from '#server/accounts/mail-worker.ts'
import type { Log } from '#server/http/log.ts'
import { repeatJob } from './repeat.ts'

export const SENDING_INTERVAL_MS = 5000

/** Sends now and then every few seconds. Returns a function that stops it, even in the middle of a mail. */
export function startSending(worker: MailWorker, log: Log): () => Promise<void> {
  const stop = repeatJob(() => worker.round(), SENDING_INTERVAL_MS, { log, fault: 'mail round failed' })
  return async () => {
    await worker.close()
    await stop()
  }
}
