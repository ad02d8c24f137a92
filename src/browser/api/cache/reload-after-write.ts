import type { Result } from '#lib/result.ts'

/**
 * Reloads what the page shows of a write, so that it matches the server. Not after a write without a reply: the reload
 * would fail as well, and replace what is shown, together with unsaved input beside it.
 */
export async function reloadAfterWrite<T>(
  writing: Promise<Result<T>>,
  reload: () => Promise<void> | void
): Promise<Result<T>> {
  const result = await writing
  if (result.ok || (result.status !== null && result.status < 500)) await reload()
  return result
}
