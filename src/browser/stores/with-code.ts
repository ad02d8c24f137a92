import type { Chunk } from '#lib/chunk.ts'
import { showToast } from './toasts.ts'

export const NOT_LOADED_TEXT = 'Part of the site could not be loaded. Check your connection and try again.'

/** Does what needs code that is loaded on first use. A toast says if it could not be loaded. */
export async function withCode<M>(code: Chunk<M>, use: (module: M) => void): Promise<void> {
  try {
    use(await code.load())
  } catch {
    showToast({ text: NOT_LOADED_TEXT, status: 'error' })
  }
}
