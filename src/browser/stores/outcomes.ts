// How actions end: where their reader is by then, and what they are told.

import type { Chunk } from '#lib/chunk.ts'
import type { Result } from '#lib/result.ts'
import { failureText } from '#lib/text/offline-text.ts'
import { $modal, closeModal, openModal, type ModalToOpen } from './modals.ts'
import { showToast } from './toasts.ts'

/** Why something that needs code, such as 'The workbook', could not be opened, printed or loaded. */
export const missingCodeText = (what: string, done = 'opened'): string =>
  `${what} could not be ${done}. Check your connection and try again.`

export const NOT_LOADED_TEXT = missingCodeText('Part of the site', 'loaded')

/**
 * The page and the dialog in which an action began. What it does once its reply or its code has arrived must not cover or move the page
 * of someone who has gone on in the meantime.
 */
export interface ActionOrigin {
  /** Whether the reader is still on the screen. */
  isOnScreen: () => boolean
  /** Whether the reader is still in the dialog; where none was open, whether none is. */
  isInModal: () => boolean
  /** Closes the dialog if the reader is still in it, and no other. */
  closeModal: () => void
  /** Opens a dialog unless the address has changed or another dialog was opened meanwhile. Returns whether it has opened. */
  openModal: <P extends object>(modal: ModalToOpen<P>) => boolean
}

/** Remembers where an action began, before it waits for anything. */
export function rememberOrigin(): ActionOrigin {
  const { pathname, href } = location
  const modal = $modal.get()
  const isOnScreen = (): boolean => location.pathname === pathname
  const isInModal = (): boolean => $modal.get() === modal
  return {
    isOnScreen,
    isInModal,
    closeModal: () => void (isInModal() && closeModal()),
    openModal: opened => {
      const isHere = location.href === href && isInModal()
      if (isHere) openModal(opened)
      return isHere
    }
  }
}

const toastError = (text: string): void => void showToast({ text, status: 'error' })

/** Does what needs code that is loaded on first use. A toast says if that failed. */
export async function withCode<M>(
  code: Chunk<M>,
  use: (module: M) => unknown,
  failed = NOT_LOADED_TEXT
): Promise<void> {
  try {
    await use(await code.load())
  } catch {
    toastError(failed)
  }
}

/** Opens a dialog whose code is loaded on first use, unless the reader has gone on from where they asked for it. */
export async function openModalWith<M, P extends object>(
  code: Chunk<M>,
  modalOf: (module: M) => ModalToOpen<P>,
  what: string,
  origin = rememberOrigin()
): Promise<void> {
  await withCode(code, module => origin.openModal(modalOf(module)), missingCodeText(what))
}

/** Says in a dialog why its action has failed, or in a toast if the reader has left the dialog meanwhile. */
export function showFailureIn(origin: ActionOrigin, show: (text: string) => void, text: string): void {
  if (origin.isInModal()) show(text)
  else toastError(text)
}

/** Says that an action has succeeded, or why it failed. */
export function toastOutcome(result: Result<unknown>, text: string): void {
  if (result.ok) showToast({ text, status: 'success' })
  else toastError(failureText(result.error))
}
