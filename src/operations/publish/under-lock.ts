import pLimit from 'p-limit'
import type { SiteLock } from './site-lock.ts'

/** Requests under way at once. */
const MAX_PARALLEL_UPLOADS = 16

/**
 * Runs the work for each item while the lock is held. After a failure no more items start, and those under way end before the failure is thrown.
 */
export async function forEachUnderLock<T>(
  items: readonly T[],
  lock: SiteLock,
  work: (item: T) => Promise<unknown>
): Promise<void> {
  const limit = pLimit({ concurrency: MAX_PARALLEL_UPLOADS, rejectOnClear: true })
  const failures: unknown[] = []
  const one = async (item: T) => {
    try {
      await lock.renew()
      await work(item)
    } catch (error) {
      failures.push(error)
      limit.clearQueue()
    }
  }
  await Promise.allSettled(items.map(item => limit(one, item)))
  if (failures.length > 0) throw failures[0]
}
