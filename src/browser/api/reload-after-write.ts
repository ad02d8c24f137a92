import type { Result } from '#lib/result.ts'

/**
 * After a write, reads again what the page shows of it, so that it says what the server says. A write that no server has
 * answered is no reason to: the reading would fail as well and take away what is shown, with what was typed beside it.
 */
export async function reloadAfterWrite<T>(
  writing: Promise<Result<T>>,
  reload: () => Promise<void> | void
): Promise<Result<T>> {
  const result = await writing
  if (result.ok || (result.status !== null && result.status < 500)) await reload()
  return result
}
