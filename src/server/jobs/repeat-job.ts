/** Runs a job now and then at an interval, never twice at once. Returns a function that stops it after the current run. */
export function repeatJob(run: () => Promise<void>, intervalMs: number): () => Promise<void> {
  let running = run()
  const timer = setInterval(() => {
    running = running.then(run)
  }, intervalMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    return running
  }
}
