/**
 * Runs the same work once for everyone who asks for it while it runs: later callers get the result, or the failure, of the first. Nothing is
 * kept once it is done. `isShared` says whether somebody else had started it.
 */
export async function coalesce<T>(
  running: Map<string, Promise<T>>,
  key: string,
  work: () => Promise<T>
): Promise<{ result: T; isShared: boolean }> {
  const started = running.get(key)
  if (started) return { result: await started, isShared: true }
  const own = work().finally(() => running.delete(key))
  running.set(key, own)
  return { result: await own, isShared: false }
}
