import { $modal, closeModal } from '#browser/stores/modals.ts'

/** Spec 4: closing with a callback calls it with the given arguments, then closes. */
export function closeModalWith(...args: unknown[]): void {
  const callback = $modal.get().callback as ((...args: unknown[]) => void) | null
  callback?.(...args)
  closeModal()
}
