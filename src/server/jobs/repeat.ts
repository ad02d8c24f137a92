/** Each pause differs by up to this share of it. */
const PAUSE_JITTER = 0.2

/**
 * Runs a job now and then again and again, with a pause of about `intervalMs` between two runs. Pauses are random, so that processes that were
 * started together do not all ask the database at the same moment. Returns a function that stops it and waits for a run in progress.
 */
export function repeatJob(job: () => Promise<void>, intervalMs: number): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let running: Promise<void>
  const run = (): void => {
    running = job().finally(() => {
      if (isStopped) return
      timer = setTimeout(run, intervalMs * (1 + PAUSE_JITTER * (2 * Math.random() - 1)))
      timer.unref()
    })
  }
  run()
  return () => {
    isStopped = true
    clearTimeout(timer)
    return running
  }
}
