import { useStore } from '@nanostores/react'
import { $toasts, dismissToast } from '#browser/stores/toasts.ts'
import { avoidFocus } from '#browser/ui/focus/avoid-focus.ts'
import { explainRefusal } from '#lib/text/refusal-text.ts'
import { ToastCard } from './toast-card.tsx'

/** Toasts float over the page and move nothing. */
export default function ToastArea() {
  const toasts = useStore($toasts)
  return (
    <section
      ref={avoidFocus}
      aria-label="Messages"
      data-messages
      className="floats pointer-events-none fixed right-6 bottom-16 max-sm:right-4 media-short:bottom-4 z-50 grid max-w-[calc(100vw-32px)] grid-cols-[minmax(0,1fr)] justify-items-end gap-2"
    >
      {toasts.map(toast => (
        <div key={toast.id} className="pointer-events-auto max-w-full">
          {/* Whoever shows a toast passes on what the API has said. */}
          <ToastCard
            text={explainRefusal(toast.text)}
            status={toast.status}
            onClose={() => dismissToast(toast.id)}
          />
        </div>
      ))}
    </section>
  )
}
