// Toasts about how an action ended.

import type { Chunk } from '#lib/chunk.ts'
import type { Result } from '#lib/result.ts'
import { failureText } from '#lib/text/offline-text.ts'
import { showToast } from './toasts.ts'

export const NOT_LOADED_TEXT = 'Part of the site could not be loaded. Check your connection and try again.'

/** Does what needs code that is loaded on first use. A toast says if that failed. */
export async function withCode<M>(
  code: Chunk<M>,
  use: (module: M) => unknown,
  failed = NOT_LOADED_TEXT
): Promise<void> {
  try {
    await use(await code.load())
  } catch {
    showToast({ text: failed, status: 'error' })
  }
}

/** Says that an action has succeeded, or why it failed. */
export function toastOutcome(result: Result<unknown>, text: string): void {
  if (result.ok) showToast({ text, status: 'success' })
  else showToast({ text: failureText(result.error), status: 'error' })
}
