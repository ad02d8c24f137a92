import { atom } from 'nanostores'

export type ToastStatus = 'success' | 'warning' | 'error' | 'info'

export interface Toast {
  id: number
  text: string
  status: ToastStatus
  /** Milliseconds. */
  timeout: number
}

/** Spec 9. */
export const TOAST_TIMEOUT_MS = 6000

export const $toasts = atom<readonly Toast[]>([])
let lastId = 0

/** Shows a toast until its timeout is over, and returns its id. */
export function showToast({
  text,
  status,
  timeout = TOAST_TIMEOUT_MS
}: {
  text: string
  status: ToastStatus
  timeout?: number
}): number {
  const id = ++lastId
  $toasts.set([...$toasts.get(), { id, text, status, timeout }])
  setTimeout(() => dismissToast(id), timeout)
  return id
}

export function dismissToast(id: number): void {
  $toasts.set($toasts.get().filter(toast => toast.id !== id))
}
