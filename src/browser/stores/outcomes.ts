// Toasts about how an action ended.

import type { Chunk } from '#lib/chunk.ts'
import type { Result } from '#lib/result.ts'
import { failureText } from '#lib/text/offline-text.ts'
import { type ModalToOpen, placeNow, type Whereabouts } from './modals.ts'
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

/** Opens a dialog whose code is loaded on first use, unless the reader has gone on from where they asked for it. */
export async function openModalWith<M, P extends object>(
  code: Chunk<M>,
  modalOf: (module: M) => ModalToOpen<P>,
  failed?: string,
  place = placeNow()
): Promise<void> {
  await withCode(code, module => place.openModal(modalOf(module)), failed)
}

/** Says in a dialog why its action has failed, or in a toast if the reader has left the dialog meanwhile. */
export function showFailureIn(place: Whereabouts, show: (text: string) => void, text: string): void {
  if (place.isInModal()) show(text)
  else showToast({ text, status: 'error' })
}

/** Says that an action has succeeded, or why it failed. */
export function toastOutcome(result: Result<unknown>, text: string): void {
  if (result.ok) showToast({ text, status: 'success' })
  else showToast({ text: failureText(result.error), status: 'error' })
}
