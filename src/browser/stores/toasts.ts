import { atom } from 'nanostores'

export type ToastKind = 'success' | 'warning' | 'error' | 'info'

export interface Toast {
  id: number
  text: string
  status: ToastKind
  /** Milliseconds. */
  timeout: number
}

/** Spec 9. */
export const TOAST_TIMEOUT_MS = 6000

export const $toasts = atom<readonly Toast[]>([])
let lastToastId = 0

/** Shows a toast until its timeout is over, and returns its id. */
export function showToast({
  text,
  status,
  timeout = TOAST_TIMEOUT_MS
}: {
  text: string
  status: ToastKind
  timeout?: number
}): number {
  const id = ++lastToastId
  $toasts.set([...$toasts.get(), { id, text, status, timeout }])
  setTimeout(() => dismissToast(id), timeout)
  return id
}

export function dismissToast(id: number): void {
  $toasts.set($toasts.get().filter(toast => toast.id !== id))
}
