/** Runs jobs in order, at most `limit` at a time. The returned promise is the job's own. */
export function limitConcurrency(limit: number): <T>(job: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async job => {
    if (running >= limit) await new Promise<void>(resolve => waiting.push(resolve))
    else running += 1
    try {
      return await job()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
