import { useStore } from '@nanostores/react'
import { $isNavigating } from '../view.ts'

/** Spec 9: shown when a change of route takes more than about 100 ms. */
export function LoadingBar() {
  const isNavigating = useStore($isNavigating)
  return (
    <div role="status" aria-live="polite" className="fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden">
      {isNavigating && (
        <>
          <span className="sr-only">Loading page</span>
          <div className="h-full w-1/3 animate-[loading-bar_1.1s_ease-in-out_infinite] bg-brand-mark" />
        </>
      )}
    </div>
  )
}
