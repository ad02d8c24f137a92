import { messageOf } from '#lib/text/message-of.ts'
import type { Log } from '#server/http/log.ts'

/** Each pause differs by up to this share of it. */
const PAUSE_JITTER = 0.2

/**
 * Runs a job now and then again and again, with a pause of about `intervalMs` between two runs; a run that fails is logged as `fault`. Pauses
 * are random, so that processes that were started together do not all ask the database at the same moment. Returns a function that stops it and
 * waits for a run in progress.
 */
export function repeatJob(
  job: () => Promise<unknown>,
  intervalMs: number,
  { log, fault }: { log: Log; fault: string }
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let running: Promise<void>
  const run = async (): Promise<void> => {
    try {
      await job()
    } catch (error) {
      log('error', fault, { message: messageOf(error) })
    }
    if (isStopped) return
    timer = setTimeout(start, intervalMs * (1 + PAUSE_JITTER * (2 * Math.random() - 1)))
    timer.unref()
  }
  const start = (): void => {
    running = run()
  }
  start()
  return () => {
    isStopped = true
    clearTimeout(timer)
    return running
  }
}
