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

/** Whether the open modal cannot be closed for now, whatever its own options say. */
export const $isModalHeld = atom(false)

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
