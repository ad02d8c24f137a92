// The one modal that can be open (spec 4, Modal).

import { atom } from 'nanostores'

export type ModalSize = 'small' | 'standard' | 'large'

export interface Modal {
  /** Renders the modal's content from its props. Null if no modal is open. */
  component: ((props: never) => unknown) | null
  props: object
  isCloseable: boolean
  size: ModalSize
  callback: ((...args: never[]) => void) | null
}

const CLOSED: Modal = { component: null, props: {}, isCloseable: true, size: 'standard', callback: null }

export const $modal = atom<Modal>(CLOSED)

export interface ModalToOpen<P extends object, A extends unknown[] = []> {
  component: (props: P) => unknown
  /** The title is the dialog's heading. */
  props: P & { title?: string }
  isCloseable?: boolean
  size?: ModalSize
  callback?: (...args: A) => void
}

/** Opens a modal in place of any other. */
export function openModal<P extends object, A extends unknown[] = []>(modal: ModalToOpen<P, A>): void {
  $modal.set({ ...CLOSED, ...modal } as Modal)
}

/** Closing resets everything that opening has set. */
export const closeModal = (): void => $modal.set(CLOSED)

/** Spec 4: closing with a callback calls it with the given arguments, then closes. */
export function closeModalWith(...args: unknown[]): void {
  const callback = $modal.get().callback as ((...args: unknown[]) => void) | null
  callback?.(...args)
  closeModal()
}

/**
 * Where the reader is. What an action does once its reply or its code is there must not cover or move the page of someone who has gone on
 * meanwhile.
 */
export interface Whereabouts {
  /** Whether the reader is still on the screen. */
  isOnScreen: () => boolean
  /** Whether the reader is still in the dialog; where none was open, whether none is. */
  isInModal: () => boolean
  /** Closes the dialog if the reader is still in it, and no other. */
  closeModal: () => void
  /** The same, and calls its callback in any case. */
  closeModalWith: (...args: unknown[]) => void
  /** Opens a dialog unless the address has changed or another dialog was opened meanwhile. Returns whether it has opened. */
  openModal: <P extends object>(modal: ModalToOpen<P>) => boolean
}

/** Remembers where an action began, before it waits for anything. */
export function placeNow(): Whereabouts {
  const { pathname, search } = location
  const modal = $modal.get()
  const isOnScreen = (): boolean => location.pathname === pathname
  const isInModal = (): boolean => $modal.get() === modal
  return {
    isOnScreen,
    isInModal,
    closeModal: () => {
      if (isInModal()) closeModal()
    },
    closeModalWith: (...args) => {
      if (isInModal()) closeModalWith(...args)
      else (modal.callback as ((...args: unknown[]) => void) | null)?.(...args)
    },
    openModal: opened => {
      const isHere = isOnScreen() && location.search === search && isInModal()
      if (isHere) openModal(opened)
      return isHere
    }
  }
}
