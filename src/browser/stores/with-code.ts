import type { Chunk } from '#lib/chunk.ts'
import { NOT_LOADED_TEXT } from '#lib/text/offline-text.ts'
import { showToast } from './toasts.ts'

/** Does what needs code that is loaded on first use. A toast says if it could not be loaded. */
export async function withCode<M>(code: Chunk<M>, use: (module: M) => void): Promise<void> {
  try {
    use(await code.load())
  } catch {
    showToast({ text: NOT_LOADED_TEXT, status: 'error' })
  }
}
