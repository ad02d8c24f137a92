// How long a test waits for a screen's content. A busy machine is slow, and missing content fails the test anyway.

import { vi } from 'vitest'

/** Shorter than the timeout of a whole test, so that the error names the missing content. */
const PATIENCE_MS = 50_000

/** Waits until a check passes. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: PATIENCE_MS })

/** Called once there is a page: the library looks for one when it is loaded. */
export async function configurePatience(): Promise<void> {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: PATIENCE_MS })
}
